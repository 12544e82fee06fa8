// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Aggregates as they are written in SQL; what they compute under retraction is tested with the operator. */
class AggregatesTest {

    private static final String ROWS =
            "(VALUES ('a', 3, 1.5), ('b', 1, 2.5), (CAST(NULL AS STRING), 2, 0.5), ('a', 5, 9.5)) AS t (s, i, n)";

    private final Session session = new Session();

    private String once(String calls) {
        return session.run("SET 'execution.runtime-mode' = 'batch'; SELECT " + calls + " FROM " + ROWS)
                .get(0);
    }

    @Test
    void listsInEveryNotation() {
        assertThat(once("LISTAGG(s), LISTAGG(s, '/') WITHIN GROUP (ORDER BY i DESC), STRING_AGG(s, '-' ORDER BY n),"
                        + " GROUP_CONCAT(s ORDER BY i SEPARATOR '+'), LISTAGG(DISTINCT s) FILTER (WHERE i > 1)"))
                .isEqualTo("+I[a,b,a, a/a/b, a-b-a, b+a+a, a]");
        assertThat(session.run("SELECT LISTAGG('x', '-')")).containsExactly("+I[x]");
    }

    @Test
    void theOrderMayStandInsideTheCall() {
        assertThat(once(
                        "LISTAGG(s, '/' ORDER BY i DESC), LISTAGG(DISTINCT s, '/' ORDER BY s DESC), FIRST_VALUE(i ORDER BY s),"
                                + " LAST_VALUE(i ORDER BY n DESC), LISTAGG(s ORDER BY i DESC) FILTER (WHERE i > 2)"))
                .isEqualTo("+I[a/a/b, b/a, 2, 2, a,a]");
        assertThat(
                        session.run(
                                "SELECT LISTAGG(x, '' ORDER BY x DESC) OVER (PARTITION BY 1) AS l FROM (VALUES ('p'), ('q')) AS t (x)"))
                .endsWith("+I[qp]");
        assertThatThrownBy(() -> once("SUM(i ORDER BY n)")).isInstanceOf(EngineException.class);
        assertThatThrownBy(() -> once("ABS(i ORDER BY n)")).isInstanceOf(EngineException.class);
    }

    @Test
    void anObjectHasItsMembersAsRowsCame() {
        assertThat(once("JSON_OBJECTAGG(KEY COALESCE(s, '-') VALUE i)"))
                .isEqualTo("+I[{\"a\":3,\"b\":1,\"-\":2,\"a\":5}]");
    }

    @Test
    void arraysInEveryNotation() {
        assertThat(once("ARRAY_AGG(s), ARRAY_AGG(s RESPECT NULLS ORDER BY i), ARRAY_AGG(i) WITHIN GROUP (ORDER BY n),"
                        + " ARRAY_AGG(DISTINCT s ORDER BY s DESC), ARRAY_AGG(s) FILTER (WHERE i > 9)"))
                .isEqualTo("+I[[a, b, null, a], [b, null, a, a], [2, 3, 1, 5], [b, a, null], null]");
        assertThat(once("ARRAY_AGG(s IGNORE NULLS ORDER BY i), ARRAY_AGG(s) IGNORE NULLS,"
                        + " ARRAY_AGG(s) IGNORE NULLS WITHIN GROUP (ORDER BY i DESC), ARRAY_AGG(DISTINCT s IGNORE NULLS),"
                        + " ARRAY_AGG(s), ARRAY_AGG(s IGNORE NULLS) FILTER (WHERE s IS NULL)"))
                .isEqualTo("+I[[b, a, a], [a, b, a], [a, a, b], [a, b], [a, b, null, a], null]");
    }

    @Test
    void nullIsTheLeastInAnOrder() {
        assertThat(once("LAST_VALUE(i) WITHIN GROUP (ORDER BY s DESC), FIRST_VALUE(i) WITHIN GROUP (ORDER BY s),"
                        + " FIRST_VALUE(i) WITHIN GROUP (ORDER BY s NULLS LAST)"))
                .isEqualTo("+I[2, 2, 3]");
    }

    @Test
    void valuesByKey() {
        assertThat(once("MIN_BY(s, i), MAX_BY(s, n), ARG_MIN(i, n), ARG_MAX(n, i), ANY_VALUE(s), FIRST_VALUE(s),"
                        + " LAST_VALUE(i)"))
                .isEqualTo("+I[b, a, 2, 9.5, a, a, 5]");
    }

    /** What is compared by may be NULL in all rows, though the value never is. */
    @Test
    void aValueByNoKeyIsNull() {
        assertThat(
                        once(
                                "MIN_BY('b', NULLIF(i, i)) IS NULL, ARG_MAX('b', NULLIF(i, i)) IS NULL, MAX_BY('b', i) IS NULL"))
                .isEqualTo("+I[true, true, false]");
    }

    @Test
    void nullsAreIgnoredBehindAFunctionToo() {
        String without = "ARRAY_AGG(n ORDER BY n) FILTER (WHERE n IS NOT NULL)";
        assertThat(once("ARRAY_AGG(ABS(n) IGNORE NULLS ORDER BY n) = " + without
                        + ", ARRAY_AGG(DISTINCT ABS(n) RESPECT NULLS ORDER BY ABS(n)) = ARRAY_AGG(DISTINCT n ORDER BY n)"
                        + ", CARDINALITY(ARRAY_AGG(NULLIF(n, n + 1) IGNORE NULLS)) = COUNT(n)"))
                .isEqualTo("+I[true, true, true]");
    }

    @Test
    void percentiles() {
        assertThat(once("MEDIAN(i), PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY n DESC),"
                        + " PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY s), MODE(s), APPROX_QUANTILE(i, 1)"))
                .isEqualTo("+I[2.5, 4.25, a, a, 5.0]");
    }

    @Test
    void deviationsOfIntegersAreDoubles() {
        assertThat(
                        once(
                                "VAR_POP(i), VAR_SAMP(i), STDDEV_POP(i) = SQRT(VAR_POP(i)), REGR_SLOPE(n, i), REGR_COUNT(n, i)"))
                .isEqualTo("+I[2.1875, 2.9166666666666665, true, 1.9428571428571428, 4]");
    }

    @Test
    void countsOfSeveralColumns() {
        assertThat(once("COUNT(s, i), COUNT(DISTINCT s, i), COUNTIF(i > 1), SUM0(i) FILTER (WHERE i > 9)"))
                .isEqualTo("+I[3, 3, 3, 0]");
    }

    @Test
    void jsonKeepsNullsWhereItIsToldTo() {
        assertThat(once("JSON_ARRAYAGG(s), JSON_ARRAYAGG(s NULL ON NULL), JSON_ARRAYAGG(i ORDER BY i DESC),"
                        + " JSON_ARRAYAGG(i) FILTER (WHERE i > 9)"))
                .isEqualTo("+I[[\"a\",\"b\",\"a\"], [\"a\",\"b\",null,\"a\"], [5,3,2,1], null]");
        assertThat(once("JSON_OBJECTAGG(KEY s VALUE n) FILTER (WHERE i < 2), JSON_ARRAYAGG(JSON_OBJECT('i': i))"))
                .isEqualTo("+I[{\"b\":2.5}, [{\"i\":3},{\"i\":1},{\"i\":2},{\"i\":5}]]");
        assertThat(session.run("SET 'execution.runtime-mode' = 'batch'; SELECT JSON_ARRAYAGG(j) AS j"
                        + " FROM (SELECT JSON_ARRAYAGG(i) AS j FROM " + ROWS + " GROUP BY s)"))
                .containsExactly("+I[[[3,5],[1],[2]]]");
        assertThatThrownBy(() -> once("JSON_OBJECTAGG(s: i)"))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("the key of JSON_OBJECTAGG is NULL");
    }

    /** Values may leave a frame again: what is about right without OVER is exact with it. */
    @Test
    void distinctValuesAndJsonOverWindows() {
        String rows = " FROM (VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, CAST(NULL AS STRING))) AS t (i, s)";
        assertThat(batch(
                        "SELECT i, APPROX_COUNT_DISTINCT(s) OVER (ORDER BY i), APPROX_COUNT_DISTINCT(s) FILTER (WHERE i <> 2)"
                                + " OVER (ORDER BY i ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)" + rows))
                .containsExactlyInAnyOrder("+I[1, 1, 1]", "+I[2, 2, 1]", "+I[3, 2, 1]", "+I[4, 2, 1]");
        assertThat(batch("SELECT i, JSON_ARRAYAGG(s ORDER BY i DESC) OVER (ORDER BY i),"
                        + " JSON_OBJECTAGG(KEY i VALUE s) FILTER (WHERE i < 4) OVER (ORDER BY i DESC ROWS 1 PRECEDING)"
                        + rows))
                .containsExactlyInAnyOrder(
                        "+I[1, [\"a\"], {\"2\":\"b\",\"1\":\"a\"}]",
                        "+I[2, [\"b\",\"a\"], {\"3\":\"a\",\"2\":\"b\"}]",
                        "+I[3, [\"a\",\"b\",\"a\"], {\"3\":\"a\"}]",
                        "+I[4, [\"a\",\"b\",\"a\"], null]");
    }

    /** Of columns that are never NULL themselves: a count of the results is none of the rows. */
    @Test
    void nothingInAWindowIsNull() {
        String rows = " FROM (VALUES (1), (2)) AS t (i)";
        assertThat(batch(
                        "SELECT COUNT(a), COUNT(b), COUNT(c), COUNT(d) FROM (SELECT NTH_VALUE(i, 2) OVER (ORDER BY i) AS a,"
                                + " BIT_OR(i) FILTER (WHERE i > 5) OVER (ORDER BY i) AS b,"
                                + " ANY_VALUE(i) FILTER (WHERE i > 1) OVER (ORDER BY i) AS c,"
                                + " FIRST_VALUE(i) OVER (ORDER BY i ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING) AS d"
                                + rows + ")"))
                .containsExactly("+I[1, 0, 1, 1]");
    }

    private List<String> batch(String query) {
        return session.run("SET 'execution.runtime-mode' = 'batch'; " + query);
    }
}
