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
 * The cases whose log differs because an update is one change here. They are listed in {@code known-differences.txt}, each with its reason, and compared by the
 * table after every arrival.
 */
final class KnownDifferences {

    private static final Set<String> FILES = read();

    private KnownDifferences() {}

    static boolean contains(String file) {
        return FILES.contains(file);
    }

    private static Set<String> read() {
        Set<String> files = new HashSet<>();
        InputStream stream = KnownDifferences.class.getResourceAsStream("/cases/known-differences.txt");
        if (stream == null) {
            throw new IllegalStateException("known-differences.txt is missing");
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> files.add(line.split("\\s+", 2)[0]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }
}
