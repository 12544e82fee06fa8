// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OracleTest {

    private static final int CASES = 100;

    /** Of how many seeds the arrivals are looked at; of one seed alone chance decides too much. */
    private static final int SEEDS = 4;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void foldedChangelogsEqualDuckDb(long seed) throws SQLException {
        try (Oracle oracle = new Oracle()) {
            for (int i = 0; i < CASES; i++) {
                assertThat(OracleMain.failure(oracle, seed, i * CaseGenerator.DATA_SETS, true))
                        .isNull();
            }
        }
    }

    /** An oracle that can't fail shows nothing: with one arrival less, DuckDB's tables differ from what the case gives. */
    @Test
    void aMissingArrivalIsFound() throws SQLException {
        int found = 0;
        int tried = 0;
        try (DuckDb duckDb = new DuckDb()) {
            for (int i = 0; i < SEEDS * CASES; i++) {
                OracleCase whole = CaseGenerator.generate(1 + i / CASES, i % CASES * CaseGenerator.DATA_SETS);
                if (whole.arrivals().isEmpty()) {
                    continue;
                }
                OracleCase shorter = whole.withArrivals(
                        whole.arrivals().subList(0, whole.arrivals().size() - 1));
                try {
                    Map<String, Integer> all = last(duckDb.answer(whole));
                    found += all.equals(last(duckDb.answer(shorter))) ? 0 : 1;
                    tried++;
                } catch (SQLException e) {
                    assertThat(DuckDb.isDefect(e)).isTrue();
                }
            }
        }
        assertThat(found).isGreaterThan(tried / 4);
    }

    private static Map<String, Integer> last(VersionedTables tables) {
        return tables.at(tables.last());
    }

    /** The list of what is covered stands in {@link Coverage}. */
    @Test
    void everyOperatorIsGenerated() {
        Coverage coverage = new Coverage();
        for (int i = 0; i < 5_000; i++) {
            coverage.add(CaseGenerator.generate(1, i * CaseGenerator.DATA_SETS));
        }
        assertThat(coverage.rarerThan(1)).isEmpty();
    }

    @Test
    void oneSeedGivesOneCase() {
        assertThat(new RowtideSql(CaseGenerator.generate(7, 5)).query())
                .isEqualTo(new RowtideSql(CaseGenerator.generate(7, 5)).query());
    }
}
