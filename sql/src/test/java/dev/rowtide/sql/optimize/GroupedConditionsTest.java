// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions that are grouped by, and HAVING that repeats them. */
class GroupedConditionsTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (a INT, b BIGINT, s STRING, d DECIMAL(10, 2), dt DATE, ts TIMESTAMP(3))
              WITH ('connector' = 'memory')""");

    @Test
    void aListIsAKeyLikeAnyOtherCondition() {
        assertPlan("SELECT a IN (1, 2) AS few, COUNT(*) AS n FROM t GROUP BY few", """
                Sink(table=[result], fields=[few, n])
                +- GroupAggregate(groupBy=[few], select=[few, COUNT(*) AS n])
                   +- Project(select=[a = 1 OR a = 2 AS few])
                      +- TableSourceScan(table=[t], fields=[a])""");
        assertPlan("SELECT COUNT(*) AS n FROM t GROUP BY CASE WHEN a NOT IN (1, 2) THEN s END", """
                Sink(table=[result], fields=[n])
                +- Project(select=[n])
                   +- GroupAggregate(groupBy=[$f0], select=[$f0, COUNT(*) AS n])
                      +- Project(select=[CASE WHEN NOT (a = 1 OR a = 2) THEN s ELSE NULL END AS $f0])
                         +- TableSourceScan(table=[t], fields=[a, s])""");
    }

    @Test
    void whatIsGroupedByStaysWholeUnderANot() {
        String grouped = """
                Sink(table=[result], fields=[n])
                +- Project(select=[n])
                   +- GroupAggregate(groupBy=[x], select=[x, COUNT(*) AS n])
                      +- Filter(where=[NOT x])
                         +- Project(select=[b > 0 AND s = 'a' AS x])
                            +- TableSourceScan(table=[t], fields=[b, s])""";

        assertPlan(
                "SELECT COUNT(*) AS n FROM (SELECT b > 0 AND s IN ('a') AS x FROM t) GROUP BY x HAVING NOT x", grouped);
        assertPlan(
                "SELECT n FROM (SELECT b > 0 AND s IN ('a') AS x, COUNT(*) AS n FROM t GROUP BY x HAVING NOT x)",
                grouped);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s >= 'B'",
                "s >= 'B' AND a IS NULL",
                "s IN ('B', 'abc')",
                "dt > '2024-01-31'",
                "ts > dt",
                "a = b",
                "a + d > 1.5",
                "s = 5",
                "CASE WHEN s = 'B' THEN a ELSE b END > 3",
                "COALESCE(a, b) > 3",
                "a BETWEEN 1 AND b",
                "dt IS DISTINCT FROM '2024-01-31'"
            })
    void havingMayRepeatWhatIsGroupedBy(String condition) {
        String byExpression = "SELECT COUNT(*) AS n FROM t GROUP BY %s HAVING %s".formatted(condition, condition);
        String byAlias =
                "SELECT %s AS x, COUNT(*) AS n FROM t GROUP BY x HAVING NOT (%s) OR x".formatted(condition, condition);

        assertThat(session.plan(byExpression)).contains("GroupAggregate(groupBy=[");
        assertThat(session.plan(byAlias)).contains("GroupAggregate(groupBy=[x]").contains("NOT x OR x");
    }

    @Test
    void havingMayNotReadMoreThanThat() {
        assertThat(session.error("SELECT COUNT(*) FROM t GROUP BY s >= 'B' HAVING s >= 'C'"))
                .startsWith("1:49 \"s\" is neither grouped by nor aggregated");
        assertThat(session.error("SELECT COUNT(*) FROM t GROUP BY a HAVING b IN (1, 2)"))
                .startsWith("1:42 \"b\" is neither grouped by nor aggregated");
    }

    @ParameterizedTest
    @ValueSource(strings = {"n <> CAST(NULL AS BIGINT)", "n = NULL", "NULL < a", "a IN (3, NULL)"})
    void distinctStandsAboveAComparisonWithNull(String condition) {
        assertThat(session.plan(
                        "SELECT DISTINCT a FROM (SELECT a, b, COUNT(*) AS n FROM t GROUP BY a, b HAVING n > 1 AND "
                                + condition + ")"))
                .contains("GroupAggregate(groupBy=[a], select=[a])");
    }

    @Test
    void distinctOfAGroupIsTheGroup() {
        assertThat(session.plan("SELECT DISTINCT a, COUNT(*) AS n FROM t GROUP BY a"))
                .containsOnlyOnce("GroupAggregate");
    }

    private void assertPlan(String query, String plan) {
        assertThat(session.plan(query)).isEqualTo(plan);
    }
}
