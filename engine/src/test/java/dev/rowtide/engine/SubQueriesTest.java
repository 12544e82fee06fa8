// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Subqueries whose value is asked for, by hand. */
class SubQueriesTest {

    private static final String ROWS = """
            +I a, 1
            +I b, 1
            +I NULL, 1
            +I NULL, 3
            +I c, NULL
            +I a, NULL
            """;

    /** Of each member it is known that it differs as soon as one of its columns does, whatever is NULL in the others. */
    @Test
    void aRowIsInUnlessAColumnDiffers() {
        String in = "(k, v) IN (SELECT y, x FROM (VALUES (1, 'a'), (2, 'b')) AS p (x, y))";

        assertThat(written("SELECT k, " + in + " FROM events"))
                .containsExactlyInAnyOrder(
                        "+I a, TRUE", "+I b, FALSE", "+I NULL, NULL", "+I NULL, FALSE", "+I c, FALSE", "+I a, NULL");
        assertThat(written("SELECT k, v = 3 FROM events WHERE " + in + " IS NOT NULL"))
                .containsExactlyInAnyOrder("+I a, FALSE", "+I b, FALSE", "+I NULL, TRUE", "+I c, NULL");
    }

    @Test
    void aSingleRowIsComparedInsteadOfSearched() {
        assertThat(written("SELECT k, 2 IN (SELECT COUNT(*) FROM (VALUES (1), (2)) AS p (x)) FROM events WHERE v = 3"))
                .containsExactly("+I NULL, TRUE");
    }

    /** Also where other than equalities connect it to the row around. */
    @Test
    void aSumOfNothingThatIsZeroIsZeroForTheRowAround() {
        assertThat(written("SELECT k, (SELECT SUM0(x) FROM (VALUES (1), (2)) AS p (x)"
                        + " WHERE p.x IS NOT DISTINCT FROM e.v) = 0 FROM events AS e WHERE k <> 'b'"))
                .containsExactlyInAnyOrder("+I a, FALSE", "+I c, TRUE", "+I a, TRUE");
        assertThat(written("SELECT k, (SELECT REGR_COUNT(x, x) + 1 FROM (VALUES (1), (2)) AS p (x)"
                        + " WHERE p.x < e.v) = 1 FROM events AS e WHERE k <> 'c'"))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I b, TRUE", "+I a, TRUE");
    }

    /** Also where other than equalities connect them to the row around. */
    @Test
    void theFirstRowsWithTheirTies() {
        assertThat(written("SELECT e.k, p.x = 2 FROM events AS e,"
                        + " LATERAL (SELECT x FROM (VALUES (1, 'q'), (2, 'p'), (2, 'r'), (5, 's')) AS p (x, y) WHERE p.x > e.v"
                        + " ORDER BY p.x FETCH FIRST 1 ROW WITH TIES) AS p WHERE e.k IS NULL OR e.k = 'a'"))
                .containsExactlyInAnyOrder(
                        "+I a, TRUE", "+I a, TRUE", "+I NULL, TRUE", "+I NULL, TRUE", "+I NULL, FALSE");
    }

    /** The columns of a subquery are others once it is joined, also those that an aggregate sorts by. */
    @Test
    void ordersInASubqueryThatRefersToTheRowAround() {
        String t = "(VALUES (1, 'p', 3), (1, 'q', 2), (3, 's', 5), (3, 'r', 6)) AS t (k, s, o) WHERE t.k = e.v";
        String rows = " FROM events AS e WHERE v IS NOT NULL AND k IS DISTINCT FROM 'b'";

        assertThat(written("SELECT k, (SELECT LISTAGG(s) WITHIN GROUP (ORDER BY o) FROM " + t + ") IN ('q,p', 's,r')"
                        + rows))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I NULL, TRUE", "+I NULL, TRUE");
        assertThat(written("SELECT k, (SELECT ARRAY_AGG(DISTINCT s ORDER BY s DESC) FROM " + t
                        + ") IN (ARRAY['q', 'p'], ARRAY['s', 'r'])" + rows))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I NULL, TRUE", "+I NULL, TRUE");
        assertThat(written("SELECT k, (SELECT LAST_VALUE(s) WITHIN GROUP (ORDER BY o DESC) FROM " + t.replace("=", "<=")
                        + ") = 'q'" + rows))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I NULL, TRUE", "+I NULL, TRUE");
    }

    /** The first rows of what a subquery reads are the same for every row around it. */
    @Test
    void limitsInASubqueryThatRefersToTheRowAround() {
        assertThat(written("SELECT k, EXISTS (SELECT 1 FROM ("
                        + "(SELECT x FROM (VALUES (1), (3)) AS p (x) ORDER BY x LIMIT 1)"
                        + " UNION ALL SELECT 5) AS f WHERE f.x = e.v) FROM events AS e WHERE v IS NOT NULL"))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I b, TRUE", "+I NULL, TRUE", "+I NULL, FALSE");
    }

    @Test
    void aJoinAboveASubqueryThatRefersToTheRowAround() {
        assertThat(written("SELECT l.k, r.m FROM events AS l JOIN ("
                        + "SELECT k, 'b' IN (SELECT y FROM (VALUES ('b'), ('c')) AS p (y) WHERE g.k > 'a') AS m"
                        + " FROM (SELECT k FROM events WHERE v = 1 GROUP BY k) AS g) AS r ON l.k = r.k"
                        + " WHERE l.v = 1"))
                .containsExactlyInAnyOrder("+I a, FALSE", "+I b, TRUE");
    }

    /** Where nothing belongs to a row. */
    @Test
    void sumsAndCountsOfNoRows() {
        for (String zero : List.of("SUM0(x)", "COUNTIF(x > 0)", "REGR_COUNT(x, x)", "COUNT(x)")) {
            String subquery = "(SELECT " + zero + " FROM (VALUES (2)) AS p (x) WHERE x ";
            assertThat(written("SELECT k, " + subquery + "IS NOT DISTINCT FROM e.v) = 0 FROM events AS e WHERE v = 1"))
                    .as(zero)
                    .containsExactlyInAnyOrder("+I a, TRUE", "+I b, TRUE", "+I NULL, TRUE");
            assertThat(written("SELECT k, " + subquery + "= e.v) = 0 FROM events AS e WHERE v = 3"))
                    .as(zero)
                    .containsExactly("+I NULL, TRUE");
        }
    }

    /** It is there where nothing belongs to the row around, and what is counted, joined or chosen then is that row of NULLs. */
    @Test
    void theSumOfNoRowsIsARow() {
        String sums = "(SELECT SUM(x) AS s FROM (VALUES (1, 10), (1, 20)) AS t (k, x) WHERE t.k = e.v";
        String rows = " WHERE e.v IS NOT NULL AND e.k IS DISTINCT FROM 'b'";

        for (String condition : List.of(
                "SUM(x) IS NULL",
                "COALESCE(SUM(x), 7) = 7",
                "CASE WHEN SUM(x) = 30 THEN 'B' ELSE 'NULL' END LIKE 'N%'")) {
            assertThat(written("SELECT e.k, l.s IS NULL FROM events AS e, LATERAL " + sums + " HAVING " + condition
                            + ") AS l" + rows))
                    .as(condition)
                    .containsExactly("+I NULL, TRUE");
        }
        assertThat(written(
                        "SELECT e.k, l.s = 30 FROM events AS e, LATERAL " + sums + " HAVING SUM(x) > 20) AS l" + rows))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I NULL, TRUE");
        assertThat(written("SELECT k, (SELECT COUNT(*) FROM " + sums + ")) = 1 FROM events AS e" + rows))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I NULL, TRUE", "+I NULL, TRUE");
        assertThat(written("SELECT e.k, l.s > 25 FROM events AS e LEFT JOIN LATERAL " + sums + " UNION ALL "
                        + sums.substring(1).replace("SUM", "MAX") + ") AS l ON TRUE" + rows))
                .containsExactlyInAnyOrder(
                        "+I a, TRUE",
                        "+I a, FALSE",
                        "+I NULL, TRUE",
                        "+I NULL, FALSE",
                        "+I NULL, NULL",
                        "+I NULL, NULL");
        assertThat(written("SELECT k, v NOT IN " + sums + " HAVING SUM(x) IS NULL) FROM events AS e" + rows))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I NULL, TRUE", "+I NULL, NULL");
    }

    @Test
    void groupsOfWhatWasSummedForTheRowAround() {
        assertThat(written("SELECT e.k, l.s = 30 AND l.n = 1 FROM events AS e,"
                        + " LATERAL (SELECT s, COUNT(*) AS n FROM (SELECT SUM(x) AS s FROM (VALUES (1, 10), (1, 20)) AS t (k, x)"
                        + " WHERE t.k = e.v) GROUP BY s) AS l WHERE e.v = 3 OR e.k = 'a'"))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I a, NULL", "+I NULL, NULL");
    }

    @Test
    void aSubqueryOverWhatAnotherCounted() {
        assertThat(written("SELECT k, EXISTS (SELECT 1 FROM (VALUES (0), (2)) AS p (x) WHERE x = c.n) FROM ("
                        + "SELECT k, (SELECT COUNT(*) FROM (VALUES ('a')) AS q (y) WHERE y = e.k) AS n FROM events AS e"
                        + " WHERE v = 1) AS c"))
                .containsExactlyInAnyOrder("+I a, FALSE", "+I b, TRUE", "+I NULL, TRUE");
    }

    /** Of the rows that belong to the row around, and of no others. */
    @Test
    void ranksAndListsOfWhatBelongsToTheRowAround() {
        String pairs = "(VALUES (1, 'x'), (1, 'y'), (3, 'z'), (3, 'w')) AS p (n, y)";

        assertThat(written("SELECT k, 'w,z' = (SELECT LISTAGG(y, ',') WITHIN GROUP (ORDER BY y) FROM (SELECT n, y FROM "
                        + pairs + " WHERE n = e.v QUALIFY ROW_NUMBER() OVER (ORDER BY y) <= 2) AS q)"
                        + " FROM events AS e WHERE v = 3 OR k = 'a'"))
                .containsExactlyInAnyOrder("+I NULL, TRUE", "+I a, FALSE", "+I a, NULL");
        assertThat(written("SELECT k, 'y,x' = (SELECT LISTAGG(y, ',') WITHIN GROUP (ORDER BY y DESC) FROM " + pairs
                        + " WHERE n IS NOT DISTINCT FROM e.v) FROM events AS e WHERE v IS NOT NULL AND k IS NOT NULL"))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I b, TRUE");
    }

    /** By SQL's rule, in every subquery: also before there is any input, and where there never is. */
    @Test
    void aCountOfAnEmptyTableIsARowOfAJoin() {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, "");
        assertThat(session.run(Session.EVENTS + "SELECT a.n FROM (SELECT COUNT(*) AS n FROM events) AS a"
                        + " CROSS JOIN (SELECT COUNT(v) AS m FROM events) AS b ORDER BY n LIMIT 1"))
                .containsExactly("+I[0]");
    }

    /** By SQL's rule: TRUE if one is equal, NULL if that is not known of one, of none FALSE; and so with ALL. */
    @Test
    void anyAndAllElementsOfAnArray() {
        for (String[] test : new String[][] {
            {"v = ANY(ARRAY[1, 2])", "TRUE", "FALSE", "NULL"},
            {"v = ANY(ARRAY[1, NULL])", "TRUE", "NULL", "NULL"},
            {"v <> ALL(ARRAY[1])", "FALSE", "TRUE", "NULL"},
            {"v >= ALL(ARRAY[3, 2])", "FALSE", "TRUE", "NULL"},
            {"v < ANY(SPLIT_INTS)", "TRUE", "FALSE", "NULL"}
        }) {
            String condition = test[0].replace("SPLIT_INTS", "ARRAY_APPEND(ARRAY[2], 3)");
            assertThat(written("SELECT k, " + condition + " FROM events WHERE k = 'b' OR v = 3 OR k = 'c'"))
                    .as(condition)
                    .containsExactlyInAnyOrder("+I b, " + test[1], "+I NULL, " + test[2], "+I c, " + test[3]);
        }
    }

    /** A name means the innermost of what it can mean, and a column that is no row has no columns of its own. */
    @Test
    void aColumnThatIsNamedLikeATableFurtherOut() {
        String p = "(VALUES (1, 5), (3, 6)) AS p (x, e)";
        String rows = " FROM events AS e WHERE v IS NOT NULL";

        assertThat(written("SELECT k, EXISTS (SELECT 1 FROM " + p + " WHERE p.x = e.v AND e > 5)" + rows))
                .containsExactlyInAnyOrder("+I a, FALSE", "+I b, FALSE", "+I NULL, FALSE", "+I NULL, TRUE");
        assertThat(written("SELECT k, (SELECT MAX(e) FROM " + p + " WHERE x > e.v) = 6" + rows))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I b, TRUE", "+I NULL, TRUE", "+I NULL, NULL");
        assertThat(written("SELECT e.k, q.e = 5 FROM events AS e, LATERAL (SELECT e FROM " + p
                        + " WHERE x = e.v) AS q WHERE e.v IS NOT NULL"))
                .containsExactlyInAnyOrder("+I a, TRUE", "+I b, TRUE", "+I NULL, TRUE", "+I NULL, FALSE");
        assertThat(written(
                        "SELECT k, EXISTS (SELECT 1 FROM (SELECT CAST(ROW(3) AS ROW<v INT>) AS e) AS p WHERE e.v = 3)"
                                + " FROM events WHERE k = 'b'"))
                .containsExactly("+I b, TRUE");
    }

    private static List<String> written(String query) {
        Session session = new Session();
        session.tables.source("events", ChangelogMode.APPEND, ROWS);
        session.run("SET 'execution.runtime-mode' = 'batch';" + Session.EVENTS
                + "CREATE TABLE answers (k STRING, m BOOLEAN) WITH ('connector' = 'memory');" + "INSERT INTO answers "
                + query);
        return session.tables
                .written("answers")
                .replace("-- shown at 0\n", "")
                .lines()
                .toList();
    }
}
