// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GroupingSetsTest {

    private static final String SALES =
            "(VALUES ('x', 'p', 1), ('x', CAST(NULL AS STRING), 2), ('y', 'p', 4)) AS sales (a, b, v)";

    private final Session session = new Session();

    @Test
    void aNullThatWasGroupedByIsNotTheOneThatStandsForAll() {
        assertThat(session.run(
                        "SET 'execution.runtime-mode' = 'batch'; SELECT a, b, GROUPING(a) AS ga, GROUPING(b) AS gb,"
                                + " GROUPING_ID(a, b) AS g, SUM(v) AS s FROM " + SALES + " GROUP BY CUBE (a, b)"))
                .containsExactlyInAnyOrder(
                        "+I[x, p, 0, 0, 0, 1]",
                        "+I[x, null, 0, 0, 0, 2]",
                        "+I[y, p, 0, 0, 0, 4]",
                        "+I[x, null, 0, 1, 1, 3]",
                        "+I[y, null, 0, 1, 1, 4]",
                        "+I[null, p, 1, 0, 2, 5]",
                        "+I[null, null, 1, 0, 2, 2]",
                        "+I[null, null, 1, 1, 3, 7]");
    }

    @Test
    void setsThatAreNamedTwiceCountTwiceAndEmptyOnesAreOfAllRows() {
        assertThat(session.run("SELECT a, COUNT(*) AS n FROM (SELECT DISTINCT a FROM " + SALES
                        + ") GROUP BY GROUPING SETS ((a), (a), ())"))
                .containsExactlyInAnyOrder(
                        "+I[x, 1]", "+I[x, 1]", "+I[null, 1]", "+I[y, 1]", "+I[y, 1]", "-U[null, 1]", "+U[null, 2]");
    }

    @Test
    void theEmptySetFollowsTheRuleOfGlobalAggregates() {
        String query = "SELECT a, COUNT(*) AS n FROM " + SALES + " WHERE v > 9 GROUP BY ROLLUP (a)";
        assertThat(session.run(query)).isEmpty();
        assertThat(session.run("SET 'execution.runtime-mode' = 'batch'; " + query))
                .containsExactly("+I[null, 0]");
    }

    /** Below the aggregate, it would leave the group of all rows its row. */
    @Test
    void aHavingThatReadsNothingStaysAbove() {
        assertThat(session.run("SET 'execution.runtime-mode' = 'batch'; SELECT a, COUNT(*) AS n FROM " + SALES
                        + " GROUP BY CUBE (a) HAVING 1 = 2"))
                .isEmpty();
    }

    @Test
    void havingReadsGrouping() {
        assertThat(session.run(
                        "SELECT a, b FROM " + SALES + " GROUP BY ROLLUP (a, b) HAVING GROUPING(b) = 1 AND a = 'x'"))
                .containsExactly("+I[x, null]");
    }

    /** There is a group of all rows even where there are no rows, and HAVING is asked of it. */
    @Test
    void havingThatReadsNothing() {
        String query = "SET 'execution.runtime-mode' = 'batch'; SELECT COUNT(*) AS n FROM " + SALES + " WHERE v > 9 ";
        assertThat(session.run(query + "GROUP BY ROLLUP (a) HAVING 'a' LIKE '%b'"))
                .isEmpty();
        assertThat(session.run(query + "HAVING 'a' LIKE '%b'")).isEmpty();
        assertThat(session.run(query + "HAVING 'b' LIKE '%b'")).containsExactly("+I[0]");
    }
}
