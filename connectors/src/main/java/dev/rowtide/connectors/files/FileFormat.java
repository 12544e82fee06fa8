// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The formats of files, and the endings of file names that say which it is. */
enum FileFormat {
    JSON("json", List.of(".jsonl", ".json", ".ndjson")),
    CSV("csv", List.of(".csv", ".tsv")),
    DEBEZIUM_JSON("debezium-json", List.of(".jsonl", ".json", ".ndjson"));

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> nameEndings;

    FileFormat(String text, List<String> nameEndings) {
        this.text = text;
        this.nameEndings = nameEndings;
    }

    /** The format as the {@code format} option names it; dashes and underscores are the same. */
    static FileFormat parse(String text) {
        String dashed = text.toLowerCase(Locale.ROOT).replace('_', '-');
        for (FileFormat format : values()) {
            if (format.text.equals(dashed)) {
                return format;
            }
        }
        throw new IllegalArgumentException(
                "not one of " + Arrays.stream(values()).map(f -> f.text).collect(Collectors.joining(", ")));
    }

    /** The format of a file with this name, or null if its ending says nothing. */
    static @Nullable FileFormat ofName(String name) {
        for (FileFormat format : values()) {
            if (format.isEndingOf(name)) {
                return format;
            }
        }
        return null;
    }

    /** Whether files with this name may have the format. */
    boolean isEndingOf(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return nameEndings.stream().anyMatch(lower::endsWith);
    }

    /** The endings of its files, for people. */
    String endings() {
        return String.join(", ", nameEndings);
    }

    /** The endings of all formats, for people. */
    static String allEndings() {
        return JSON.endings() + ", " + CSV.endings();
    }

    @Override
    public String toString() {
        return text;
    }
}
