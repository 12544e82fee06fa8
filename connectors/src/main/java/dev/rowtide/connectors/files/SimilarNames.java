// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What a mistyped file name may have been meant to be. */
final class SimilarNames {

    private static final int NAMES_SHOWN = 5;

    private SimilarNames() {}

    /** A hint that names files of the folder, those most like {@code name} if some are like it. */
    static String hint(Path folder, String name) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            entries.forEach(entry -> names.add(entry.getFileName().toString()));
        } catch (IOException e) {
            return "The folder '" + folder + "' can't be listed.";
        }
        if (names.isEmpty()) {
            return "The folder '" + folder + "' is empty.";
        }
        Collections.sort(names);
        List<String> similar = names.stream()
                .filter(other -> distance(name.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT))
                        <= Math.max(2, name.length() / 3))
                .sorted((a, b) -> Integer.compare(distance(name, a), distance(name, b)))
                .limit(3)
                .toList();
        if (!name.isEmpty() && !similar.isEmpty()) {
            return "Did you mean "
                    + String.join(
                            " or ", similar.stream().map(n -> "'" + n + "'").toList()) + "?";
        }
        String shown = String.join(", ", names.subList(0, Math.min(NAMES_SHOWN, names.size())));
        return "The folder has: " + shown + (names.size() > NAMES_SHOWN ? ", ..." : "");
    }

    /** The number of insertions, deletions and replacements that turn {@code a} into {@code b}. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
