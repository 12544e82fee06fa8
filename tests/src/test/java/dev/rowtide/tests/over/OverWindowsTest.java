// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.over;

import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries with windows over a table that changes: after each change the result is DuckDB's. */
final class OverWindowsTest {

    static Stream<String> queries() {
        return QUERIES.lines().filter(line -> !line.isBlank());
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyVersionIsRight(String query) throws SQLException {
        ComparedQueries.assertEveryVersion(query);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void theEndIsRightInAnyWay(String query) throws SQLException {
        ComparedQueries.assertEnd(query);
    }

    /** DuckDB 1.4 forgets the order of the window below the one below. */
    @Test
    void aWindowOverOneThatStandsOverAnotherHasItsOrder() throws SQLException {
        String select =
                "SELECT id, MAX(v) OVER x AS a, COUNT(v) OVER y AS b FROM t WINDOW w AS (PARTITION BY k ORDER BY o, id), x AS (w)";
        ComparedQueries.assertEveryVersion(
                select + ", y AS (x ROWS 1 PRECEDING)", select + ", y AS (w ROWS 1 PRECEDING)");
    }

    /** One a line. Rows that tie are told apart by id, since the order among them is nobody's but ours. */
    private static final String QUERIES = """
            SELECT id, SUM(v) OVER (PARTITION BY k ORDER BY o, id ROWS UNBOUNDED PRECEDING) AS r FROM t
            SELECT id, SUM(v) OVER (PARTITION BY k ORDER BY o) AS r FROM t
            SELECT id, SUM(v) OVER (PARTITION BY k) AS r FROM t
            SELECT id, SUM(v) OVER () AS r, COUNT(*) OVER () AS n FROM t
            SELECT id, v - AVG(d) OVER (PARTITION BY k) AS r FROM t
            SELECT id, COUNT(v) OVER (PARTITION BY k ORDER BY o DESC) AS n, COUNT(*) OVER (PARTITION BY k ORDER BY o DESC) AS m FROM t
            SELECT id, MIN(v) OVER w AS a, MAX(v) OVER w AS b FROM t WINDOW w AS (PARTITION BY k ORDER BY o, id ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING)
            SELECT id, MIN(s) OVER w AS a, MAX(s) OVER w AS b FROM t WINDOW w AS (PARTITION BY k ORDER BY o)
            SELECT id, SUM(v) OVER (w ROWS 1 PRECEDING) AS a, COUNT(*) OVER w AS b FROM t WINDOW w AS (PARTITION BY k ORDER BY o, id)
            SELECT id, COUNT(v) OVER (w ORDER BY o, id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS a FROM t WINDOW w AS (PARTITION BY k)
            SELECT id, MAX(v) OVER x AS a FROM t WINDOW w AS (PARTITION BY k), x AS (w ORDER BY o, id ROWS 2 PRECEDING)
            SELECT id, MAX(v) OVER x AS a, MIN(v) OVER w AS b FROM t WINDOW w AS (PARTITION BY k ORDER BY o), x AS (PARTITION BY k ORDER BY o)
            SELECT id, SUM(m) OVER (ORDER BY o, id ROWS BETWEEN 1 FOLLOWING AND 3 FOLLOWING) AS r FROM t
            SELECT id, SUM(m) OVER (ORDER BY o DESC, id DESC ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING) AS r FROM t
            SELECT id, SUM(v) OVER (ORDER BY o, id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS r FROM t
            SELECT id, MAX(v) OVER (PARTITION BY k ORDER BY o, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS r FROM t
            SELECT id, SUM(d) OVER (PARTITION BY k ORDER BY o RANGE BETWEEN 2 PRECEDING AND 2 FOLLOWING) AS r FROM t
            SELECT id, SUM(v) OVER (ORDER BY o, k RANGE UNBOUNDED PRECEDING) AS a, COUNT(*) OVER (ORDER BY o, k RANGE CURRENT ROW) AS b FROM t
            SELECT id, SUM(v) OVER w AS a, COUNT(*) OVER x AS b FROM t WINDOW w AS (PARTITION BY k ORDER BY o, id RANGE UNBOUNDED PRECEDING), x AS (RANGE UNBOUNDED PRECEDING)
            SELECT id, COUNT(*) OVER (ORDER BY o DESC RANGE BETWEEN 3 PRECEDING AND 1 PRECEDING) AS r FROM t
            SELECT id, COUNT(*) OVER (ORDER BY d RANGE BETWEEN 1.5 PRECEDING AND CURRENT ROW) AS r FROM t
            SELECT id, COUNT(*) OVER (ORDER BY m RANGE BETWEEN 1.25 PRECEDING AND 1 FOLLOWING) AS r FROM t
            SELECT id, SUM(v) OVER (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '5' MINUTE PRECEDING AND CURRENT ROW) AS r FROM t
            SELECT id, SUM(v) OVER (ORDER BY ts RANGE BETWEEN UNBOUNDED PRECEDING AND INTERVAL '1' MINUTE FOLLOWING) AS r FROM t
            SELECT id, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC, id) AS a, RANK() OVER (ORDER BY v) AS b, DENSE_RANK() OVER (ORDER BY v) AS c FROM t
            SELECT id, PERCENT_RANK() OVER (PARTITION BY k ORDER BY v) AS a, CUME_DIST() OVER (PARTITION BY k ORDER BY v) AS b FROM t
            SELECT id, NTILE(3) OVER (PARTITION BY k ORDER BY o, id) AS a, NTILE(100) OVER (ORDER BY o, id) AS b FROM t
            SELECT id, LAG(v) OVER w AS a, LEAD(v) OVER w AS b FROM t WINDOW w AS (PARTITION BY k ORDER BY o, id)
            SELECT id, LAG(v, 2, -1) OVER w AS a, LEAD(s, 3, s) OVER w AS b FROM t WINDOW w AS (ORDER BY o, id)
            SELECT id, FIRST_VALUE(v) OVER w AS a, LAST_VALUE(s) OVER w AS b, NTH_VALUE(v, 2) OVER w AS c FROM t WINDOW w AS (PARTITION BY k ORDER BY o, id)
            SELECT id, FIRST_VALUE(v) OVER w AS a, LAST_VALUE(v) OVER w AS b, NTH_VALUE(v, 2) OVER w AS c FROM t WINDOW w AS (PARTITION BY k ORDER BY o, id ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING)
            SELECT id, v FROM t QUALIFY SUM(v) OVER (PARTITION BY k ORDER BY o, id) > 10
            SELECT id, v FROM t QUALIFY v >= MAX(v) OVER (PARTITION BY k) AND o > 2
            SELECT id, SUM(v) OVER (PARTITION BY k) AS r FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY v, id) <= 2
            SELECT k, SUM(v) AS s, SUM(SUM(v)) OVER (ORDER BY k) AS r, RANK() OVER (ORDER BY SUM(v) DESC) AS p FROM t GROUP BY k
            SELECT k, MAX(r) AS r FROM (SELECT k, v - LAG(v) OVER (PARTITION BY k ORDER BY o, id) AS r FROM t) GROUP BY k
            SELECT a.id, a.r FROM (SELECT id, k, SUM(v) OVER (PARTITION BY k ORDER BY o) AS r FROM t) a JOIN (SELECT k, MAX(v) AS v FROM t GROUP BY k) b ON a.k = b.k WHERE a.r > b.v
            SELECT id, SUM(r) OVER (ORDER BY id ROWS 2 PRECEDING) AS q FROM (SELECT id, SUM(v) OVER (ORDER BY o, id ROWS 2 PRECEDING) AS r FROM t)
            SELECT id, LAST_VALUE(v) IGNORE NULLS OVER (PARTITION BY k ORDER BY o, id) AS a, FIRST_VALUE(s) IGNORE NULLS OVER (ORDER BY o, id ROWS BETWEEN 2 PRECEDING AND UNBOUNDED FOLLOWING) AS b FROM t
            SELECT id, LAST_VALUE(COALESCE(v, 0)) IGNORE NULLS OVER (ORDER BY o DESC, id ROWS BETWEEN 3 PRECEDING AND UNBOUNDED FOLLOWING) AS a, NTH_VALUE(COALESCE(v, 0), 2) IGNORE NULLS OVER (ORDER BY o, id ROWS BETWEEN 2 FOLLOWING AND 3 FOLLOWING) AS b, LAG(COALESCE(v, 0)) IGNORE NULLS OVER (ORDER BY o, id) AS c FROM t
            SELECT id, LAG(v, 2) IGNORE NULLS OVER (PARTITION BY k ORDER BY o, id) AS a, LEAD(v, 1, -9) IGNORE NULLS OVER (ORDER BY o, id) AS b FROM t
            SELECT id, SUM(v) FILTER (WHERE d > 2) OVER (PARTITION BY k ORDER BY o, id) AS a, COUNT(*) FILTER (WHERE o < 5) OVER (PARTITION BY k) AS b FROM t
            SELECT id, COUNT(CASE WHEN v > 3 THEN 1 END) OVER (PARTITION BY k ORDER BY o, id) AS r FROM t WHERE v <> 5
            SELECT id, COUNT(DISTINCT v) OVER (PARTITION BY k ORDER BY o, id) AS a, SUM(DISTINCT v) OVER (PARTITION BY k) AS b FROM t
            SELECT id, COUNT(DISTINCT v) FILTER (WHERE o < 5) OVER (ORDER BY o, id ROWS BETWEEN 3 PRECEDING AND 2 FOLLOWING) AS r FROM t
            SELECT id, BIT_XOR(v) OVER (PARTITION BY k ORDER BY o) AS a, BIT_OR(v) OVER (ORDER BY o, id ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS b FROM t
            SELECT id, STRING_AGG(s, '/') OVER (PARTITION BY k ORDER BY o, id ROWS BETWEEN 3 PRECEDING AND 1 FOLLOWING) AS r FROM t
            SELECT id, STRING_AGG(s, '/') OVER (PARTITION BY k ORDER BY o, id) AS a, STRING_AGG(s, '') FILTER (WHERE v > 2) OVER (ORDER BY o DESC, id) AS b FROM t
            SELECT id, MEDIAN(v) OVER (PARTITION BY k ORDER BY o RANGE BETWEEN 2 PRECEDING AND 2 FOLLOWING) AS r FROM t
            SELECT id, MEDIAN(v) OVER (PARTITION BY k) AS a, MEDIAN(v) OVER (ORDER BY o, id ROWS 4 PRECEDING) AS b FROM t
            SELECT id, COUNT(v) OVER (ORDER BY o, id ROWS BETWEEN 2 PRECEDING AND UNBOUNDED FOLLOWING) AS a, MAX(v) OVER (ORDER BY o DESC, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) AS b FROM (SELECT id, o, v FROM t UNION ALL SELECT id + 1000, o + 2, NULLIF(v, 3) FROM t)
            SELECT id, COUNT(v) OVER (ORDER BY o, id ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING) AS a, SUM(v) OVER (ORDER BY o, id ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) AS b FROM (SELECT id, o, NULLIF(v, 3) AS v FROM t UNION ALL SELECT id + 1000, o + 1, NULLIF(v, 5) FROM t)
            SELECT id, STRING_AGG(s, '/' ORDER BY id) OVER (PARTITION BY k) AS a, STRING_AGG(s, '/' ORDER BY id DESC) OVER (PARTITION BY k) AS b FROM t
            SELECT id FROM t QUALIFY COUNT(DISTINCT v) OVER (PARTITION BY k ORDER BY o, id) BETWEEN 2 AND 4
            """;
}
