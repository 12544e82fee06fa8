// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Schema;
import dev.rowtide.tests.oracle.InputVersions.Lifetime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The inputs of several cases of one query for DuckDB: the versions of a case follow those of the case before. */
final class DuckDbInputs {

    private final List<InputTable> tables;
    private final List<InputVersions> versions = new ArrayList<>();

    /** By case: its first version. */
    private final List<Integer> firsts = new ArrayList<>();

    private int past;

    DuckDbInputs(List<OracleCase> cases) {
        tables = cases.get(0).tables();
        for (OracleCase each : cases) {
            versions.add(new InputVersions(each));
            firsts.add(past);
            past += each.arrivals().size() + 1;
        }
    }

    /** The number behind that of the last version. */
    int past() {
        return past;
    }

    /**
     * The query for an input of all cases: its rows at each version {@code t} of {@code ticks} at which they are in.
     *
     * @param more what there is beside its columns
     */
    String table(int index, String more) {
        Schema schema = tables.get(index).schema();
        String casts = IntStream.range(0, schema.size())
                .mapToObj(c -> "CAST(x" + c + " AS " + Literals.duckDbType(schema.type(c)) + ") AS " + schema.name(c))
                .collect(Collectors.joining(", "));
        String names = IntStream.range(0, schema.size()).mapToObj(c -> "x" + c).collect(Collectors.joining(", "));
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < versions.size(); i++) {
            int first = firsts.get(i);
            versions.get(i).rows(index).forEach(row -> lines.add(line(row, first, schema)));
        }
        if (lines.isEmpty()) {
            lines.add("(0, 0" + ", NULL".repeat(schema.size()) + ")");
        }
        return "SELECT t, " + more + casts + " FROM (VALUES " + String.join(", ", lines) + ") AS d(first, past, "
                + names + ") JOIN ticks ON first <= t AND t < past";
    }

    private static String line(Lifetime row, int first, Schema schema) {
        return IntStream.range(0, schema.size())
                .mapToObj(c -> Literals.duckDbText(row.values().get(c), schema.type(c)))
                .collect(Collectors.joining(
                        ", ", "(" + (first + row.first()) + ", " + (first + row.past()) + ", ", ")"));
    }
}
