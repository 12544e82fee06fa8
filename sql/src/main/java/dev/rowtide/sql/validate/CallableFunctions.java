// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.validate;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** The functions that a query can call, of all those that Calcite has names for. */
public final class CallableFunctions {

    private static final String LIST = "callable-functions.txt";

    private CallableFunctions() {}

    /** A call of each function by the function's name, in alphabetical order; over the columns that the head of the list says. */
    public static Map<String, String> examples() {
        Map<String, String> examples = new TreeMap<>();
        text().lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            String[] parts = line.split(" +", 2);
            examples.put(parts[0], parts[1]);
        });
        return examples;
    }

    private static String text() {
        try (InputStream in = CallableFunctions.class.getResourceAsStream(LIST)) {
            if (in == null) {
                throw new IllegalStateException(LIST + " is missing");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
