// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.over;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.engine.Change;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Rowtide;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Queries in FROM that refer to the rows on their left: after each change the result is DuckDB's. */
final class LateralTest {

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

    /** The aggregates of a group that HAVING keeps are never NULL where what they read is not. The group of 2 has no rows, and so a MAX that HAVING can't keep. */
    @Test
    void havingMayLeaveAggregatesThatAreNeverNull() {
        String letters = "(VALUES (1, 'a'), (1, 'c'), (3, 'b')) AS s (x, y)";
        String query =
                "SELECT a.x, b.m, b.d FROM (VALUES (1), (2)) AS a (x), LATERAL (SELECT MAX(q) AS m, SUM(p) AS d FROM"
                        + " (SELECT x AS p, y AS q FROM " + letters
                        + " WHERE a.x = x) AS i HAVING MAX(q) >= MAX(q)) AS b";
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.set("execution.runtime-mode", "batch");
            List<String> rows = new ArrayList<>();
            for (Change change : (QueryResult) rowtide.execute(query)) {
                rows.add(change.toString());
            }
            assertThat(rows).containsExactly("+I[1, c, 2]");
        }
    }

    /** One a line. */
    private static final String QUERIES = """
            SELECT a.id, b.id AS n, b.v FROM t AS a, LATERAL (SELECT id, v FROM t WHERE k = a.k ORDER BY v DESC, id LIMIT 2) AS b
            SELECT a.id, b.n FROM t AS a LEFT JOIN LATERAL (SELECT id AS n FROM t WHERE k = a.k AND v > 3 ORDER BY o, id LIMIT 1) AS b ON TRUE
            SELECT a.id, b.n FROM t AS a CROSS JOIN LATERAL (SELECT id AS n FROM t WHERE k = a.k AND o = a.o ORDER BY id DESC LIMIT 2 OFFSET 1) AS b
            SELECT a.id, b.n FROM t AS a, LATERAL (SELECT id AS n FROM t WHERE o < a.o ORDER BY o DESC, id LIMIT 1) AS b
            SELECT a.id, b.n FROM t AS a LEFT JOIN LATERAL (SELECT id AS n FROM t WHERE o < a.o ORDER BY o DESC, id LIMIT 1) AS b ON TRUE
            SELECT a.id, b.n, b.s FROM t AS a, LATERAL (SELECT COUNT(*) AS n, SUM(v) AS s FROM t WHERE k = a.k AND o > a.o) AS b
            SELECT a.id, b.m FROM t AS a, LATERAL (SELECT o, MAX(v) AS m FROM t WHERE k = a.k GROUP BY o) AS b WHERE b.o = a.o
            SELECT a.id, b.n, b.r FROM t AS a, LATERAL (SELECT id AS n, SUM(v) OVER (ORDER BY o, id) AS r FROM t WHERE k = a.k) AS b WHERE a.o > 4
            SELECT a.id, b.x FROM t AS a, LATERAL (SELECT v + a.o AS x FROM t WHERE k = a.k AND o = a.o) AS b
            SELECT a.id, c.id AS i, b.n FROM t AS a JOIN t AS c ON a.v = c.o, LATERAL (SELECT id AS n FROM t WHERE k = a.k AND o = c.v ORDER BY id LIMIT 1) AS b
            SELECT a.id, b.n, c.n AS m FROM t AS a, LATERAL (SELECT id AS n, v FROM t WHERE k = a.k ORDER BY id LIMIT 1) AS b, LATERAL (SELECT id AS n FROM t WHERE o = b.v ORDER BY id DESC LIMIT 1) AS c
            SELECT k, b.id FROM (SELECT DISTINCT k FROM t) AS a, LATERAL (SELECT id FROM t WHERE k = a.k ORDER BY d, id LIMIT 3) AS b
            SELECT a.id, b.n FROM t AS a, LATERAL (SELECT c.id AS n FROM t AS c WHERE NOT EXISTS (SELECT 1 FROM t AS d WHERE d.o = c.o AND d.v = a.v)) AS b WHERE a.o > 5
            SELECT a.id, b.n, b.s FROM t AS a, LATERAL (SELECT COUNT(*) AS n, SUM(v) AS s FROM t WHERE v = a.v) AS b
            SELECT a.id, b.k, b.n, b.s FROM t AS a, LATERAL (SELECT k, COUNT(*) AS n, SUM(o) AS s FROM t WHERE v = a.v AND o > 4 GROUP BY ROLLUP (k)) AS b
            SELECT a.id, b.k FROM t AS a LEFT JOIN LATERAL (SELECT k FROM t WHERE o = a.v GROUP BY CUBE (k)) AS b ON TRUE
            SELECT a.id, COALESCE(b.g, 1) AS g, b.n FROM t AS a, LATERAL (SELECT GROUPING(k) AS g, MAX(o) AS n FROM t WHERE v = a.o GROUP BY GROUPING SETS ((k), (k), ())) AS b
            SELECT a.id, b.s FROM t AS a, LATERAL (SELECT SUM(v) AS s FROM t WHERE o = a.v HAVING COUNT(*) < 3) AS b
            SELECT a.id, b.n FROM t AS a, LATERAL (SELECT id AS n FROM t WHERE o IS NOT DISTINCT FROM a.v AND v = a.v) AS b
            SELECT a.id, b.n FROM t AS a, LATERAL (SELECT id AS n, COUNT(*) OVER (PARTITION BY k) AS c FROM t WHERE o = a.v AND v = a.v) AS b
            SELECT id FROM t AS o WHERE o.o > 5 AND EXISTS (SELECT 1 FROM t AS a CROSS JOIN LATERAL (SELECT id FROM t WHERE o IS NOT DISTINCT FROM a.v AND v = a.v) AS b)
            SELECT id FROM t AS a WHERE CAST(NULL AS INT) NOT IN (SELECT v FROM t WHERE o = a.v AND k = a.k)
            SELECT id FROM t AS a WHERE v IN (SELECT v FROM t WHERE k = a.k ORDER BY v DESC, id LIMIT 2)
            SELECT id FROM t AS a WHERE EXISTS (SELECT 1 FROM t WHERE k = a.k AND o > 2 ORDER BY o LIMIT 1 OFFSET 2)
            """;
}
