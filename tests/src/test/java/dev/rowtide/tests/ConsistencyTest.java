// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.engine.Change;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/consistency.md claims: where two paths from one source meet, no change is seen on one of them alone, however the input is cut and whenever is looked. */
final class ConsistencyTest {

    private static final Path EXAMPLES = Path.of("examples/consistency");

    @ParameterizedTest
    @CsvSource({"1, 0", "7, 0", "4096, 0", "1, 1", "4096, 1", "7, 10", "4096, 33"})
    void everyRowIsTrueOfOneVersion(int batchRows, int flushRows) throws IOException {
        check(
                "balance-union.sql",
                batchRows,
                flushRows,
                1,
                row -> Long.valueOf(0).equals(row.get(0)));
        check(
                "balance-join.sql",
                batchRows,
                flushRows,
                1,
                row -> Long.valueOf(0).equals(row.get(0)));
        check(
                "sum-with-itself.sql",
                batchRows,
                flushRows,
                8,
                row -> row.get(1) != null && row.get(1).equals(row.get(2)));
        check("difference.sql", batchRows, flushRows, 1, row -> Long.valueOf(0).equals(row.get(1)));
    }

    private static void check(
            String script, int batchRows, int flushRows, int rowsAtTheEnd, Predicate<List<@Nullable Object>> isTrue)
            throws IOException {
        int rows = 0;
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.set("pipeline.batch-rows", String.valueOf(batchRows));
            if (flushRows > 0) {
                rowtide.set("mini-batch.size", String.valueOf(flushRows));
            }
            for (Change change : (QueryResult) rowtide.execute(Files.readString(EXAMPLES.resolve(script)))) {
                assertThat(isTrue.test(change.values()))
                        .as("%s: %s", script, change)
                        .isTrue();
                rows += change.kind().isRetraction() ? -1 : 1;
            }
        }
        assertThat(rows).as(script).isEqualTo(rowsAtTheEnd);
    }
}
