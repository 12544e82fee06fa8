// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The first place in which two changelogs, as lines, differ; said so that a person sees it at once. */
public final class ChangelogDifference {

    private static final int LINES_BEFORE = 3;

    private ChangelogDifference() {}

    /** What differs first, with the lines before it; null if nothing does. */
    public static @Nullable String first(List<String> expected, List<String> actual) {
        int at = 0;
        while (at < expected.size() && at < actual.size() && expected.get(at).equals(actual.get(at))) {
            at++;
        }
        if (at == expected.size() && at == actual.size()) {
            return null;
        }
        StringBuilder text =
                new StringBuilder("first difference at line ").append(at + 1).append(":\n");
        for (int i = Math.max(0, at - LINES_BEFORE); i < at; i++) {
            text.append("             ").append(expected.get(i)).append('\n');
        }
        text.append("  expected   ").append(lineOrEnd(expected, at)).append('\n');
        text.append("  but was    ").append(lineOrEnd(actual, at)).append('\n');
        text.append("  (")
                .append(expected.size())
                .append(" lines expected, ")
                .append(actual.size())
                .append(" came)");
        return text.toString();
    }

    private static String lineOrEnd(List<String> lines, int index) {
        return index < lines.size() ? lines.get(index) : "nothing more";
    }
}
