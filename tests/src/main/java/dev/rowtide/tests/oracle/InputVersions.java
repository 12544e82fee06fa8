// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables of a case as of every version: for each row, from when to when it is in. */
final class InputVersions {

    /**
     * A row and the versions in which it is.
     *
     * @param first the first of them
     * @param past the one after the last
     */
    record Lifetime(List<@Nullable Object> values, int first, int past) {}

    private record Open(List<@Nullable Object> values, int first) {}

    private final List<List<Lifetime>> ended = new ArrayList<>();

    InputVersions(OracleCase oracleCase) {
        List<Map<List<@Nullable Object>, List<Open>>> open = new ArrayList<>();
        for (int i = 0; i < oracleCase.tables().size(); i++) {
            open.add(new LinkedHashMap<>());
            ended.add(new ArrayList<>());
        }
        int version = 0;
        for (InputChange change : oracleCase.arrivals()) {
            version++;
            InputTable table = oracleCase.tables().get(change.table());
            for (InputChange.Row row : change.rows()) {
                List<Open> same =
                        open.get(change.table()).computeIfAbsent(place(table, row), absent -> new ArrayList<>());
                if (!same.isEmpty() && (table.kind().isUpsert() || row.kind().isRetraction())) {
                    Open last = same.remove(same.size() - 1);
                    ended.get(change.table()).add(new Lifetime(last.values(), last.first(), version));
                }
                if (!row.kind().isRetraction()) {
                    same.add(new Open(row.values(), version));
                }
            }
        }
        for (int i = 0; i < open.size(); i++) {
            for (List<Open> rows : open.get(i).values()) {
                for (Open row : rows) {
                    ended.get(i).add(new Lifetime(row.values(), row.first(), version + 1));
                }
            }
        }
    }

    /** The rows that a table ever had. */
    List<Lifetime> rows(int table) {
        return ended.get(table);
    }

    /** What identifies the row that a change is about: its key in an upsert stream, else all of it. */
    private static List<@Nullable Object> place(InputTable table, InputChange.Row row) {
        if (!table.kind().isUpsert()) {
            return row.values();
        }
        List<@Nullable Object> key = new ArrayList<>();
        table.key().forEach(column -> key.add(row.values().get(column)));
        return key;
    }
}
