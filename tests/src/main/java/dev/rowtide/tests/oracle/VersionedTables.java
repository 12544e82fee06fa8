// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The result table at every version of the input: rows as text, with how many copies there are. */
final class VersionedTables {

    private final List<Map<String, Integer>> versions = new ArrayList<>();

    /**
     * @param count the number of versions
     */
    VersionedTables(int count) {
        for (int i = 0; i < count; i++) {
            versions.add(new HashMap<>());
        }
    }

    void add(int version, String row) {
        versions.get(version).merge(row, 1, Integer::sum);
    }

    int last() {
        return versions.size() - 1;
    }

    Map<String, Integer> at(int version) {
        return versions.get(version);
    }

    /** A table for people: its rows, sorted. */
    static String print(Map<String, Integer> table) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(table)
                .forEach((row, copies) -> text.append("    ")
                        .append(row)
                        .append(copies == 1 ? "" : "   (" + copies + " times)")
                        .append('\n'));
        return text.isEmpty() ? "    (no rows)\n" : text.toString();
    }
}
