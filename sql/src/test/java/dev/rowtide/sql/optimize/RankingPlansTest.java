// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.sql.Planning;
import org.junit.jupiter.api.Test;

/** Rows by rank: Top-N, deduplication, LIMIT. */
class RankingPlansTest {

    private final Planning session = new Planning("""
            CREATE TABLE t (k STRING, v INT, id INT) WITH ('connector' = 'memory')""");

    @Test
    void aBoundOfTheRankMakesATopN() {
        assertPlan(
                "SELECT k, v, rn FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC) AS rn FROM t) WHERE rn <= 3",
                """
                Sink(table=[result], fields=[k, v, rn])
                +- Rank(strategy=[AppendFastStrategy], rankType=[ROW_NUMBER], rankRange=[rankStart=1, rankEnd=3], \
                partitionBy=[k], orderBy=[v DESC], select=[k, v, rn])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
        assertPlan(
                "SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v) AS rn FROM t) WHERE rn BETWEEN 2 AND 3",
                """
                Sink(table=[result], fields=[k, v])
                +- SortLimit(orderBy=[v ASC], offset=[1], fetch=[2], strategy=[AppendFastStrategy])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void theRankIsKeptOnlyWhereItIsRead() {
        assertPlan(
                "SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC) AS rn FROM t) WHERE 3 > rn",
                """
                Sink(table=[result], fields=[k, v])
                +- Rank(strategy=[AppendFastStrategy], rankType=[ROW_NUMBER], rankRange=[rankStart=1, rankEnd=2], \
                partitionBy=[k], orderBy=[v DESC], select=[k, v])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void oneRowPerPartitionIsADeduplication() {
        assertPlan(
                "SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC) AS rn FROM t) WHERE rn = 1",
                """
                Sink(table=[result], fields=[k, v])
                +- Deduplicate(key=[k], orderBy=[v DESC], strategy=[AppendFastStrategy])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void ofRowsWithTheSameTimeTheLatestIsTheLast() {
        Planning timed = new Planning("""
                CREATE TABLE e (k STRING, ts TIMESTAMP(3), other TIMESTAMP(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
                WITH ('connector' = 'memory')""", """
                CREATE TABLE c (k STRING, ms BIGINT, ts AS TO_TIMESTAMP_LTZ(ms, 3), pt AS PROCTIME(),
                  WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)
                WITH ('connector' = 'memory')""");
        String last = "SELECT k, %2$s FROM %1$s QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY %2$s DESC) = 1";
        assertThat(timed.plan(last.formatted("e", "ts"))).contains("orderBy=[ts DESC, arrival DESC]");
        assertThat(timed.plan(last.formatted("c", "ts"))).contains("orderBy=[ts DESC, arrival DESC]");
        assertThat(timed.plan(last.formatted("c", "pt"))).contains("orderBy=[pt DESC, arrival DESC]");
        assertThat(timed.plan(last.formatted("(SELECT * FROM e WHERE k > 'a')", "ts")))
                .contains("arrival DESC");
        assertThat(timed.plan(last.formatted("e", "other"))).contains("orderBy=[other DESC]");
        assertThat(timed.plan("SELECT k FROM e QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts) = 1"))
                .contains("orderBy=[ts ASC]");
    }

    @Test
    void qualify() {
        assertPlan("SELECT k, v FROM t QUALIFY RANK() OVER (PARTITION BY UPPER(k) ORDER BY v + 1) < 3", """
                Sink(table=[result], fields=[k, v])
                +- Project(select=[k, v])
                   +- Rank(strategy=[AppendFastStrategy], rankType=[RANK], rankRange=[rankStart=1, rankEnd=2], \
                partitionBy=[$3], orderBy=[$4 ASC], select=[k, v, $3, $4])
                      +- Project(select=[k, v, UPPER(k) AS $3, v + 1 AS $4])
                         +- TableSourceScan(table=[t], fields=[k, v])""");
        assertPlan("SELECT k, v FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC) = 1 AND v > 3", """
                Sink(table=[result], fields=[k, v])
                +- Filter(where=[v > 3])
                   +- Deduplicate(key=[k], orderBy=[v DESC], strategy=[AppendFastStrategy])
                      +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void whatElseAConditionSaysStaysAbove() {
        assertPlan(
                "SELECT k, v FROM (SELECT *, DENSE_RANK() OVER (ORDER BY v DESC) AS rn FROM t) WHERE rn IN (1, 3) AND v > 2",
                """
                Sink(table=[result], fields=[k, v])
                +- Calc(select=[k, v], where=[(rn = 1 OR rn = 3) AND v > 2])
                   +- Rank(strategy=[AppendFastStrategy], rankType=[DENSE_RANK], rankRange=[rankStart=1, \
                rankEnd=3], orderBy=[v DESC], select=[k, v, rn])
                      +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void withoutBoundAllRowsHaveTheirRank() {
        assertPlan("SELECT k, v, RANK() OVER (PARTITION BY k ORDER BY v) AS a FROM t", """
                Sink(table=[result], fields=[k, v, a])
                +- Rank(strategy=[AppendFastStrategy], rankType=[RANK], rankRange=[rankStart=1], \
                partitionBy=[k], orderBy=[v ASC], select=[k, v, a])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void withTies() {
        assertPlan("SELECT k, v FROM t ORDER BY v DESC FETCH FIRST 3 ROWS WITH TIES", """
                Sink(table=[result], fields=[k, v])
                +- Rank(strategy=[AppendFastStrategy], rankType=[RANK], rankRange=[rankStart=1, rankEnd=3], \
                orderBy=[v DESC], select=[k, v])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
        assertPlan("SELECT k, v FROM t ORDER BY v OFFSET 2 ROWS FETCH NEXT 3 ROWS WITH TIES", """
                Sink(table=[result], fields=[k, v])
                +- SortLimit(orderBy=[v ASC], offset=[2], strategy=[RetractStrategy])
                   +- Rank(strategy=[AppendFastStrategy], rankType=[RANK], rankRange=[rankStart=1, rankEnd=5], \
                orderBy=[v ASC], select=[k, v])
                      +- TableSourceScan(table=[t], fields=[k, v])""");
        assertThat(session.error("SELECT k FROM t FETCH FIRST 3 ROWS WITH TIES"))
                .isEqualTo("1:29 WITH TIES needs an ORDER BY that says which rows tie");
    }

    @Test
    void noRankAtAll() {
        assertPlan("SELECT k FROM (SELECT *, ROW_NUMBER() OVER (ORDER BY v) AS rn FROM t) WHERE rn < 1", """
                Sink(table=[result], fields=[k])
                +- Values(fields=[k], rows=[0])""");
        assertPlan("SELECT k FROM t LIMIT 0", """
                Sink(table=[result], fields=[k])
                +- Values(fields=[k], rows=[0])""");
    }

    @Test
    void limits() {
        assertPlan("SELECT k, v FROM t ORDER BY v DESC LIMIT 2", """
                Sink(table=[result], fields=[k, v])
                +- SortLimit(orderBy=[v DESC], offset=[0], fetch=[2], strategy=[AppendFastStrategy])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
        assertPlan("SELECT k FROM t ORDER BY v FETCH FIRST 3 ROWS ONLY", """
                Sink(table=[result], fields=[k])
                +- SortLimit(orderBy=[v ASC], offset=[0], fetch=[3], strategy=[AppendFastStrategy])
                   +- TableSourceScan(table=[t], fields=[k, v])""");
        assertPlan("SELECT v FROM t LIMIT 2", """
                Sink(table=[result], fields=[v])
                +- Limit(offset=[0], fetch=[2], strategy=[AppendFastStrategy])
                   +- TableSourceScan(table=[t], fields=[v])""");
        assertPlan("SELECT k, SUM(v) AS s FROM t GROUP BY k ORDER BY s LIMIT 2 OFFSET 3", """
                Sink(table=[result], fields=[k, s])
                +- SortLimit(orderBy=[s ASC], offset=[3], fetch=[2], strategy=[UpsertStrategy[k]])
                   +- GroupAggregate(groupBy=[k], select=[k, SUM(v) AS s])
                      +- TableSourceScan(table=[t], fields=[k, v])""");
        assertPlan("SELECT v FROM t OFFSET 3", """
                Sink(table=[result], fields=[v])
                +- Limit(offset=[3], strategy=[AppendFastStrategy])
                   +- TableSourceScan(table=[t], fields=[v])""");
    }

    @Test
    void anOrderWithinMeansNothing() {
        assertPlan("SELECT v FROM (SELECT * FROM t ORDER BY v) LIMIT 3", """
                Sink(table=[result], fields=[v])
                +- Limit(offset=[0], fetch=[3], strategy=[AppendFastStrategy])
                   +- TableSourceScan(table=[t], fields=[v])""");
    }

    private void assertPlan(String query, String plan) {
        assertThat(session.plan(query)).isEqualTo(plan);
    }
}
