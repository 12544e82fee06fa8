// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * The cases that differ from the reference engine for a reason, listed with it in {@code known-differences.txt}: in the <em>log</em>, because an update is one change
 * here (they are compared by the table after every arrival), or in the <em>mode</em> that the plan promises to the sink.
 */
final class KnownDifferences {

    private static final Set<String> DIFFERENCES = read();

    private KnownDifferences() {}

    static boolean inLog(String file) {
        return DIFFERENCES.contains(file + " log");
    }

    static boolean inMode(String file) {
        return DIFFERENCES.contains(file + " mode");
    }

    private static Set<String> read() {
        Set<String> differences = new HashSet<>();
        InputStream stream = KnownDifferences.class.getResourceAsStream("/cases/known-differences.txt");
        if (stream == null) {
            throw new IllegalStateException("known-differences.txt is missing");
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> differences.add(line.split("\\s+")[0] + " " + line.split("\\s+")[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return differences;
    }
}
