// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.type.Type;
import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;

/** The plans of queries, as EXPLAIN shows them. */
class PlansTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (k BIGINT, v INT, s STRING, d DECIMAL(10, 2), ts TIMESTAMP(3)) WITH ('connector' = 'memory');
            CREATE TABLE c (k BIGINT, twice AS k * 2, ts TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)
              WITH ('connector' = 'memory')""");

    @Test
    void countPerKeyReadsTheKeyOnly() {
        assertPlan("SELECT k, COUNT(*) AS n FROM t GROUP BY k", """
                Sink(table=[result], fields=[k, n])
                +- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS n])
                   +- TableSourceScan(table=[t], fields=[k])""");
    }

    @Test
    void countOfAllReadsNothing() {
        assertPlan("SELECT COUNT(*) AS n FROM t", """
                Sink(table=[result], fields=[n])
                +- GroupAggregate(select=[COUNT(*) AS n])
                   +- TableSourceScan(table=[t], fields=[])""");
    }

    @Test
    void havingOnAnAlias() {
        assertPlan("SELECT COUNT(*) AS rows FROM t HAVING rows < 500", """
                Sink(table=[result], fields=[rows])
                +- Filter(where=[rows < 500])
                   +- GroupAggregate(select=[COUNT(*) AS rows])
                      +- TableSourceScan(table=[t], fields=[])""");
    }

    @Test
    void anInputColumnComesBeforeAnAliasInGroupBy() {
        assertPlan("SELECT k + 1 AS k, COUNT(*) AS n FROM t GROUP BY k", """
                Sink(table=[result], fields=[k, n])
                +- Project(select=[k + 1 AS k, n])
                   +- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS n])
                      +- TableSourceScan(table=[t], fields=[k])""");
    }

    @Test
    void groupsByAliasOrdinalAndConstant() {
        String byAlias = session.plan("SELECT UPPER(s) AS u, COUNT(*) AS n FROM t GROUP BY U");
        assertThat(byAlias).contains("groupBy=[u]");
        assertThat(session.plan("SELECT UPPER(s) AS u, COUNT(*) AS n FROM t GROUP BY 1"))
                .isEqualTo(byAlias);
        assertPlan("SELECT 1 AS grp, MAX(n) AS best FROM (SELECT k, SUM(v) AS n FROM t GROUP BY k) GROUP BY 1", """
                Sink(table=[result], fields=[grp, best])
                +- GroupAggregate(groupBy=[grp], select=[grp, MAX(n) AS best])
                   +- Project(select=[1 AS grp, n])
                      +- GroupAggregate(groupBy=[k], select=[k, SUM(v) AS n])
                         +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void eachGroupingSetIsAnAggregateOverTheSameInput() {
        assertPlan("SELECT k, v, SUM(v) AS n, GROUPING(k, v) AS g FROM t GROUP BY ROLLUP (k, v)", """
                Sink(table=[result], fields=[k, v, n, g])
                +- Union(all=[true], union=[k, v, n, g])
                   :- Project(select=[k, v, a0 AS n, 0 AS g])
                   :  +- GroupAggregate(groupBy=[k, v], select=[k, v, SUM(v) AS a0])
                   :     +- TableSourceScan(table=[t], fields=[k, v])(reuse_id=[1])
                   :- Project(select=[k, NULL AS v, a0 AS n, 1 AS g])
                   :  +- GroupAggregate(groupBy=[k], select=[k, SUM(v) AS a0])
                   :     +- Reused(reference_id=[1])
                   +- Project(select=[NULL AS k, NULL AS v, a0 AS n, 3 AS g])
                      +- GroupAggregate(select=[SUM(v) AS a0])
                         +- Reused(reference_id=[1])""");
    }

    @Test
    void aConditionOnAKeyDoesNotReachTheRowsThatStandForAllOfThem() {
        assertThat(session.plan("SELECT k, v, COUNT(*) AS n FROM t GROUP BY ROLLUP (k, v) HAVING v IS NULL"))
                .contains("+- Filter(where=[v IS NULL])\n   +- Union");
    }

    @Test
    void manyAggregatesOfOneGroupAreOneNodeOverOneProjection() {
        assertPlan("""
                SELECT DATE_FORMAT(ts, 'yyyy-MM-dd') AS bid_day, COUNT(*) AS bids,
                  COUNT(*) FILTER (WHERE v < 10) AS low, COUNT(DISTINCT k) AS users,
                  COUNT(DISTINCT k) FILTER (WHERE v < 10) AS low_users
                FROM t GROUP BY DATE_FORMAT(ts, 'yyyy-MM-dd')""", """
                Sink(table=[result], fields=[bid_day, bids, low, users, low_users])
                +- Project(select=[DATE_TEXT(bid_day, 'yyyy-MM-dd') AS bid_day, bids, low, users, low_users])
                   +- GroupAggregate(groupBy=[bid_day], select=[bid_day, COUNT(*) AS bids, COUNT(*) FILTER (WHERE $f1) AS low, \
                COUNT(DISTINCT k) AS users, COUNT(DISTINCT k) FILTER (WHERE $f1) AS low_users])
                      +- Project(select=[(v < 10) IS TRUE AS $f1, k, DATE_FIELDS(ts, 'yyyy-MM-dd') AS bid_day])
                         +- TableSourceScan(table=[t], fields=[k, v, ts])""");
    }

    @Test
    void theGreatestTextOfADateIsANumberWhereTextsAreInItsOrder() {
        assertPlan("""
                SELECT k, MAX(DATE_FORMAT(ts, 'HH:mm')) AS latest, MAX(DATE_FORMAT(ts, 'yyyy')) AS year_,
                  COUNT(DISTINCT DATE_FORMAT(ts, 'MM-dd')) AS days
                FROM t GROUP BY k""", """
                Sink(table=[result], fields=[k, latest, year_, days])
                +- Project(select=[k, DATE_TEXT(latest, 'HH:mm') AS latest, year_, days])
                   +- GroupAggregate(groupBy=[k], select=[k, MAX($f1) AS latest, MAX($f2) AS year_, COUNT(DISTINCT $f3) AS days])
                      +- Project(select=[k, DATE_FORMAT(ts, 'yyyy') AS $f2, DATE_FIELDS(ts, 'HH:mm') AS $f1, DATE_FIELDS(ts, 'MM-dd') AS $f3])
                         +- TableSourceScan(table=[t], fields=[k, ts])""");
    }

    @Test
    void aDateThatIsGroupedByAsANumberIsTheKeyOfItsText() {
        assertThat(session.plan(
                        "SELECT DISTINCT day_ FROM (SELECT DATE_FORMAT(ts, 'yyyy-MM-dd') AS day_, COUNT(*) AS n FROM t"
                                + " GROUP BY DATE_FORMAT(ts, 'yyyy-MM-dd'))"))
                .containsOnlyOnce("GroupAggregate");
    }

    @Test
    void distinctIsAnAggregateWithoutFunctions() {
        assertPlan("SELECT DISTINCT s FROM t", """
                Sink(table=[result], fields=[s])
                +- GroupAggregate(groupBy=[s], select=[s])
                   +- TableSourceScan(table=[t], fields=[s])""");
    }

    @Test
    void distinctOfWhatIsDistinctIsNothing() {
        String counts = "(SELECT k, s, COUNT(*) AS n FROM t GROUP BY k, s)";
        assertPlan("SELECT DISTINCT n, k, s FROM " + counts + " WHERE n > 1", """
                Sink(table=[result], fields=[n, k, s])
                +- Calc(select=[n, k, s], where=[n > 1])
                   +- GroupAggregate(groupBy=[k, s], select=[k, s, COUNT(*) AS n])
                      +- TableSourceScan(table=[t], fields=[k, s])""");
        assertThat(session.plan("SELECT DISTINCT n, k FROM " + counts)).contains("GroupAggregate(groupBy=[n, k]");
        assertThat(session.plan("SELECT DISTINCT UPPER(s), k FROM " + counts)).contains("groupBy=[EXPR$0, k]");
    }

    /** Of groups that their filter leaves empty there are many, all with NULL. */
    @Test
    void anAggregateOfAUniqueColumnIsNotUnique() {
        assertThat(session.plan("""
                SELECT DISTINCT m FROM (
                  SELECT k, MAX(k) FILTER (WHERE n > 1) AS m FROM (SELECT k, COUNT(*) AS n FROM t GROUP BY k) GROUP BY k
                )""")).contains("GroupAggregate(groupBy=[m], select=[m])");
    }

    @Test
    void filtersOnGroupKeysMoveBelowTheAggregate() {
        assertPlan("SELECT k, n FROM (SELECT k, COUNT(*) AS n FROM t GROUP BY k) WHERE k > 5 AND n > 3", """
                Sink(table=[result], fields=[k, n])
                +- Filter(where=[n > 3])
                   +- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS n])
                      +- Filter(where=[k > 5])
                         +- TableSourceScan(table=[t], fields=[k])""");
    }

    @Test
    void aFilterThatCanFailStaysBehindItsGuard() {
        assertPlan("SELECT k, n FROM (SELECT k, COUNT(*) AS n FROM t GROUP BY k) WHERE n > 3 AND 10 / k > 5", """
                Sink(table=[result], fields=[k, n])
                +- Filter(where=[n > 3 AND 10 / k > 5])
                   +- GroupAggregate(groupBy=[k], select=[k, COUNT(*) AS n])
                      +- TableSourceScan(table=[t], fields=[k])""");
        assertPlan("SELECT k FROM (SELECT k, v FROM t WHERE v <> 0) WHERE 10 / v > 1", """
                Sink(table=[result], fields=[k])
                +- Calc(select=[k], where=[v <> 0 AND 10 / v > 1])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void whatWasComputedOnceIsNotComputedTwice() {
        assertPlan("SELECT q FROM (SELECT 10 / v AS q FROM t) WHERE q > 0", """
                Sink(table=[result], fields=[q])
                +- Filter(where=[q > 0])
                   +- Project(select=[10 / v AS q])
                      +- TableSourceScan(table=[t], fields=[v])""");
        assertPlan("SELECT q + q AS r FROM (SELECT 10 / v AS q FROM t)", """
                Sink(table=[result], fields=[r])
                +- Project(select=[q + q AS r])
                   +- Project(select=[10 / v AS q])
                      +- TableSourceScan(table=[t], fields=[v])""");
        assertPlan("SELECT r * 10 AS a, r * 20 AS b FROM (SELECT RAND() AS r FROM t)", """
                Sink(table=[result], fields=[a, b])
                +- Project(select=[r * 10.0 AS a, r * 20.0 AS b])
                   +- Project(select=[RAND() AS r])
                      +- TableSourceScan(table=[t], fields=[])""");
        assertPlan("SELECT u AS a, u AS b, k FROM (SELECT UPPER(s) AS u, k FROM t)", """
                Sink(table=[result], fields=[a, b, k])
                +- Project(select=[u AS a, u AS b, k])
                   +- Project(select=[UPPER(s) AS u, k])
                      +- TableSourceScan(table=[t], fields=[k, s])""");
        assertPlan("SELECT MAX(r) AS m FROM (SELECT RAND() AS r FROM t) WHERE r > 0.5", """
                Sink(table=[result], fields=[m])
                +- GroupAggregate(select=[MAX(r) AS m])
                   +- Filter(where=[r > 0.5])
                      +- Project(select=[RAND() AS r])
                         +- TableSourceScan(table=[t], fields=[])""");
    }

    @Test
    void projectionsMergeWhereNothingIsComputedTwice() {
        assertPlan(
                "SELECT CAST(u AS INT) AS a, k + k AS b, one + one AS c FROM (SELECT TRIM(s) AS u, k, 1 AS one FROM t)",
                """
                Sink(table=[result], fields=[a, b, c])
                +- Project(select=[CAST(TRIM(s) AS INTEGER) AS a, k + k AS b, 1 + 1 AS c])
                   +- TableSourceScan(table=[t], fields=[k, s])""");
    }

    @Test
    void unionsAreFlatAndAligned() {
        assertPlan("SELECT k FROM t UNION ALL SELECT v FROM t UNION ALL SELECT k FROM t WHERE k > 3", """
                Sink(table=[result], fields=[k])
                +- Union(all=[true], union=[k])
                   :- Project(select=[k])
                   :  +- TableSourceScan(table=[t], fields=[k, v])(reuse_id=[1])
                   :- Project(select=[CAST(v AS BIGINT) AS v])
                   :  +- Reused(reference_id=[1])
                   +- Calc(select=[k], where=[k > 3])
                      +- Reused(reference_id=[1])""");
        assertThat(session.plan("SELECT s FROM t UNION SELECT s FROM t"))
                .contains("GroupAggregate(groupBy=[s], select=[s])");
    }

    @Test
    void valuesAndQueriesWithoutTable() {
        assertPlan("SELECT * FROM (VALUES (1, 'a'), (2, 'abc')) AS w(x, y)", """
                Sink(table=[result], fields=[x, y])
                +- Values(fields=[x, y], rows=[2])""");
        assertThat(session.plan("SELECT 1 + 1 AS two")).contains("Project(select=[1 + 1 AS two])");
        assertPlan("SELECT 1 AS x UNION ALL VALUES (-2), (CAST('3' AS BIGINT))", """
                Sink(table=[result], fields=[x])
                +- Values(fields=[x], rows=[3])""");
    }

    /** A continuous query has no row before the first of its input, a batch always has one. */
    @Test
    void aConstantOverAGlobalAggregateNeedsTheAggregate() {
        assertPlan("SELECT 1 AS x FROM (SELECT COUNT(*) AS n FROM t)", """
                Sink(table=[result], fields=[x])
                +- Project(select=[1 AS x])
                   +- GroupAggregate(select=[COUNT(*) AS n])
                      +- TableSourceScan(table=[t], fields=[])""");
    }

    @Test
    void computedColumnsAreExpressionsOverTheScanAndAWatermarkThatNobodyNeedsIsNone() {
        assertPlan("SELECT twice FROM c", """
                Sink(table=[result], fields=[twice])
                +- Project(select=[k * 2 AS twice])
                   +- TableSourceScan(table=[c], fields=[k])""");
    }

    @Test
    void wordsOfTheLanguageAreNamesOfColumns() {
        session.run("""
                CREATE TABLE w (user STRING, date DATE, timestamp TIMESTAMP(3), value INT, result INT, day INT, current INT)
                  WITH ('connector' = 'memory')""");

        assertPlan("SELECT user, date, timestamp, AVG(current) AS rows FROM w GROUP BY user, date, timestamp", """
                Sink(table=[result], fields=[user, date, timestamp, rows])
                +- GroupAggregate(groupBy=[user, date, timestamp], select=[user, date, timestamp, AVG(current) AS rows])
                   +- TableSourceScan(table=[w], fields=[user, date, timestamp, current])""");
    }

    @Test
    void aNameIsAColumnBeforeItIsAFunctionWithoutParentheses() {
        session.run("CREATE TABLE circles (pi STRING, r DOUBLE) WITH ('connector' = 'memory')");

        assertThat(session.schema("SELECT pi FROM circles").type(0)).isEqualTo(Type.STRING);
        assertThat(session.schema("SELECT PI FROM t").type(0)).isEqualTo(Type.DOUBLE.withNullable(false));
        assertThat(session.schema("SELECT PI() FROM circles").type(0)).isEqualTo(Type.DOUBLE.withNullable(false));
    }

    @Test
    void aFileIsATable() {
        assertPlan("SELECT label FROM 'clicks.csv' WHERE counter > 3", """
                Sink(table=[result], fields=[label])
                +- Calc(select=[label], where=[counter > 3])
                   +- TableSourceScan(table=[clicks.csv], fields=[counter, label])""");
    }

    private void assertPlan(String query, String plan) {
        assertThat(session.plan(query)).isEqualTo(plan);
    }
}
