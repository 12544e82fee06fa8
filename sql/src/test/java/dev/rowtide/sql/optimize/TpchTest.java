// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.Planning;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The 22 queries of TPC-H, as they stand in the standard with its default values: all of them plan, and no two tables meet without a key. */
class TpchTest {

    /** Queries that compare with an aggregate over a whole table, one row that every row meets. */
    private static final Set<Integer> COMPARE_WITH_ONE_ROW = Set.of(11, 22);

    private final Planning session =
            new Planning(Settings.of(Map.of("execution.runtime-mode", "batch")), text("schema.sql"));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22})
    void plans(int number) {
        String plan = session.plan(text("q%02d.sql".formatted(number)));

        assertThat(plan).startsWith("Sink(").doesNotContain("Correlate");
        if (!COMPARE_WITH_ONE_ROW.contains(number)) {
            assertThat(plan).doesNotContain("where=[true]");
        }
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(TpchTest.class.getResourceAsStream("/tpch/" + file), file)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
