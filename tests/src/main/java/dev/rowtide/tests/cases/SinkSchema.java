// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import dev.rowtide.core.type.Schema;
import dev.rowtide.engine.Rowtide;
import java.util.StringJoiner;

/** The schema of a case's result table, as the SQL front reads its column types. */
final class SinkSchema {

    private SinkSchema() {}

    static Schema of(CaseFile.SinkTable sink) {
        StringJoiner casts = new StringJoiner(", ", "SELECT ", "");
        sink.columns()
                .forEach(column -> casts.add("CAST(NULL AS " + bare(column.type()) + ") AS `" + column.name() + "`"));
        try (Rowtide rowtide = Rowtide.open()) {
            return rowtide.execute(casts.toString()).schema();
        }
    }

    private static String bare(String type) {
        return type.replaceAll("(?i)\\s+NOT\\s+NULL$", "");
    }
}
