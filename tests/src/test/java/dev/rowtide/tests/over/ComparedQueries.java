// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.over;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.tests.replay.FoldedResult;
import dev.rowtide.tests.replay.ReplayedQuery;
import dev.rowtide.tests.replay.TableChanges;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjIntConsumer;

/** Queries over a table that changes, beside DuckDB. */
final class ComparedQueries {

    private static final List<TableChanges> CHANGES = ReadingChanges.of(70);
    private static final Answers ANSWERS = new Answers(CHANGES);

    private ComparedQueries() {}

    /** After each change the result is DuckDB's. */
    static void assertEveryVersion(String query) throws SQLException {
        assertEveryVersion(query, query);
    }

    /** After each change the result is DuckDB's of an equal query, where it does not take the same one. */
    static void assertEveryVersion(String query, String forDuckDb) throws SQLException {
        List<List<String>> expected = ANSWERS.everyVersion(forDuckDb);
        List<Integer> seen = new ArrayList<>();
        run(query, "pipeline.batch-rows", "4096", (result, version) -> {
            seen.add(version);
            assertThat(rows(result)).as("after %d changes", version).isEqualTo(expected.get(version));
        });
        assertThat(seen).hasSize(CHANGES.size());
    }

    /** Consolidated, and as a batch job, the result ends with DuckDB's. */
    static void assertEnd(String query) throws SQLException {
        List<String> expected = ANSWERS.everyVersion(query).get(CHANGES.size());
        assertThat(rows(run(query, "mini-batch.size", "7", (result, version) -> {})))
                .isEqualTo(expected);
        assertThat(rows(run(query, "execution.runtime-mode", "batch", (result, version) -> {})))
                .isEqualTo(expected);
    }

    private static List<String> rows(FoldedResult result) {
        assertThat(result.stray()).isNull();
        return Objects.requireNonNull(result.rows()).stream()
                .map(Answers::text)
                .sorted()
                .toList();
    }

    private static FoldedResult run(String query, String setting, String value, ObjIntConsumer<FoldedResult> versions) {
        String table = ReadingChanges.TABLE + " WITH ('connector' = 'memory')";
        return new ReplayedQuery(table, CHANGES, query).run(setting, value, versions);
    }
}
