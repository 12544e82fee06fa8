// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.type.TypeKind;
import dev.rowtide.tests.replay.FoldedResult;
import dev.rowtide.tests.replay.ReplayedQuery;
import dev.rowtide.tests.replay.TableChanges;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class TpchTest {

    private static final List<TableChanges> CHANGES = TpchData.changes(1);
    private static ExpectedResults expected;

    @BeforeAll
    static void askDuckDb() throws SQLException {
        expected = new ExpectedResults(CHANGES);
    }

    static IntStream queries() {
        return IntStream.rangeClosed(1, TpchSql.QUERIES);
    }

    /** After the changes of each table the result is DuckDB's; it is not empty throughout. */
    @ParameterizedTest
    @MethodSource("queries")
    void everyVersionIsRight(int query) {
        List<Integer> sizes = new ArrayList<>();
        run(query, "pipeline.batch-rows", "4096", (result, version) -> {
            assertMatches(result, query, version);
            sizes.add(expected.after(version, query).size());
        });
        assertThat(sizes).hasSizeGreaterThan(5).anyMatch(size -> size > 0);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void theEndDependsOnNoCut(int query) {
        for (String rows : List.of("1", "50")) {
            assertMatches(run(query, "mini-batch.size", rows, (result, version) -> {}), query, CHANGES.size());
        }
        assertMatches(run(query, "pipeline.batch-rows", "7", (result, version) -> {}), query, CHANGES.size());
    }

    @ParameterizedTest
    @MethodSource("queries")
    void theBatchRunIsRight(int query) {
        assertMatches(run(query, "execution.runtime-mode", "batch", (result, version) -> {}), query, CHANGES.size());
    }

    /** Runs a query and shows its result whenever another table's changes have passed. */
    private static FoldedResult run(int query, String setting, String value, ObjIntConsumer<FoldedResult> versions) {
        return new ReplayedQuery(TpchSql.schema(), CHANGES, TpchSql.query(query)).run(setting, value, versions);
    }

    private static void assertMatches(FoldedResult result, int query, int version) {
        assertThat(result.stray()).isNull();
        ResultRows rows = new ResultRows();
        for (List<@Nullable Object> row : List.copyOf(result.rows())) {
            List<@Nullable Object> values = new ArrayList<>(row);
            for (int c = 0; c < values.size(); c++) {
                if (values.get(c) instanceof Long day && result.schema().type(c).kind() == TypeKind.DATE) {
                    values.set(c, LocalDate.ofEpochDay(day));
                }
            }
            rows.add(values);
        }
        ResultRows wanted = expected.after(version, query);
        assertThat(rows.sort().matches(wanted))
                .as("after %d changes:\n%s  expected:\n%s", version, rows, wanted)
                .isTrue();
    }
}
