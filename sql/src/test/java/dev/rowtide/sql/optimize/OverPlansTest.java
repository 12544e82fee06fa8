// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.Planning;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions over windows. */
class OverPlansTest {

    private static final String TABLES = """
            CREATE TABLE t (k STRING, v INT, id INT) WITH ('connector' = 'memory');
            CREATE TABLE e (k STRING, v INT, ts TIMESTAMP(3), pt AS PROCTIME(), WATERMARK FOR ts AS ts) WITH ('connector' = 'memory');
            """;

    private final Planning session = new Planning(TABLES);
    private final Planning flink = new Planning(Settings.of(Map.of("compatibility", "flink")), TABLES);

    @Test
    void functionsThatShareAWindowShareANode() {
        assertPlan(
                "SELECT k, SUM(v) OVER w AS s, LAG(v, 2) OVER w AS l FROM t WINDOW w AS (PARTITION BY k ORDER BY id)",
                """
                Sink(table=[result], fields=[k, s, l])
                +- Project(select=[k, s, l])
                   +- OverAggregate(partitionBy=[k], orderBy=[id ASC], select=[k, v, id, \
                SUM(v) RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW AS s, LAG(v, 2) AS l])
                      +- TableSourceScan(table=[t], fields=[k, v, id])""");
    }

    @Test
    void eachWindowHasItsNode() {
        assertPlan(
                "SELECT v - MAX(v) OVER (PARTITION BY k) AS d, RANK() OVER (ORDER BY v) AS r, NTILE(4) OVER (ORDER BY v) AS n FROM t",
                """
                Sink(table=[result], fields=[d, r, n])
                +- Project(select=[v - $over0 AS d, r, n])
                   +- OverAggregate(orderBy=[v ASC], select=[v, $over0, RANK() AS r, NTILE(4) AS n])
                      +- Project(select=[v, $over0])
                         +- OverAggregate(partitionBy=[k], select=[k, v, MAX(v) AS $over0])
                            +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void whatAWindowIsMadeOfIsComputedBelow() {
        assertPlan(
                "SELECT COUNT(*) OVER (PARTITION BY UPPER(k) ORDER BY v + 1 DESC RANGE 2 PRECEDING) AS n FROM t", """
                Sink(table=[result], fields=[n])
                +- Project(select=[n])
                   +- OverAggregate(partitionBy=[$3], orderBy=[$4 DESC], select=[$3, $4, \
                COUNT(*) RANGE BETWEEN 2 PRECEDING AND CURRENT ROW AS n])
                      +- Project(select=[UPPER(k) AS $3, v + 1 AS $4])
                         +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void aFunctionThatNobodyReadsIsNotComputed() {
        assertPlan("SELECT id FROM (SELECT id, SUM(v) OVER (ORDER BY k) AS s FROM t)", """
                Sink(table=[result], fields=[id])
                +- TableSourceScan(table=[t], fields=[id])""");
    }

    @Test
    void aBoundOfTheOnlyRankMakesATopNOfTheResult() {
        assertPlan(
                "SELECT k, SUM(v) OVER (PARTITION BY k) AS s FROM t QUALIFY ROW_NUMBER() OVER (PARTITION BY k ORDER BY v) <= 2",
                """
                Sink(table=[result], fields=[k, s])
                +- Project(select=[k, s])
                   +- Rank(strategy=[RetractStrategy], rankType=[ROW_NUMBER], rankRange=[rankStart=1, rankEnd=2], \
                partitionBy=[k], orderBy=[v ASC], select=[k, v, s])
                      +- OverAggregate(partitionBy=[k], select=[k, v, SUM(v) AS s])
                         +- TableSourceScan(table=[t], fields=[k, v])""");
    }

    @Test
    void inEventTimeUnderFlinksRules() {
        assertThat(flink.plan("SELECT v, SUM(v) OVER (PARTITION BY k ORDER BY ts ROWS 2 PRECEDING) AS s FROM e"))
                .isEqualTo("""
                Sink(table=[result], fields=[v, s])
                +- Project(select=[v, s])
                   +- OverAggregate(partitionBy=[k], orderBy=[ts ASC], select=[k, v, ts, \
                SUM(v) ROWS BETWEEN 2 PRECEDING AND CURRENT ROW AS s], emit=[when the watermark passes])
                      +- TableSourceScan(table=[e], fields=[k, v, ts], watermark=[ts])""");
    }

    @Test
    void theTimeOfProcessingIsTheOrderOfArrival() {
        String running = "SELECT k, SUM(v) OVER (PARTITION BY k ORDER BY pt%s) AS s FROM e";
        assertThat(session.plan(running.formatted(" ROWS 2 PRECEDING")))
                .contains(
                        "OverAggregate(partitionBy=[k], select=[k, v, SUM(v) ROWS BETWEEN 2 PRECEDING AND CURRENT ROW AS s])");
        assertThat(session.plan(running.formatted(""))).contains("orderBy=[pt ASC]");
        assertThat(flink.plan(running.formatted("")))
                .contains(
                        "OverAggregate(partitionBy=[k], select=[k, v, SUM(v) ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW AS s])");
    }

    @Test
    void orderedByEventTimeWithoutLimit() {
        assertPlan("SELECT k, v FROM e ORDER BY ts, v", """
                Sink(table=[result], fields=[k, v])
                +- TemporalSort(orderBy=[ts ASC, v ASC])
                   +- TableSourceScan(table=[e], fields=[k, v, ts], watermark=[ts])""");
        assertThat(session.error("SELECT k FROM e ORDER BY ts DESC"))
                .startsWith("1:17 a continuous query can't be ordered");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT SUM(v) OVER (ORDER BY ts ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING) FROM e | 1:8 an OVER frame with FOLLOWING is refused",
                "SELECT LEAD(v) OVER (ORDER BY ts) FROM e | 1:8 an OVER frame with FOLLOWING is refused",
                "SELECT SUM(v) OVER (ORDER BY ts DESC) FROM e | 1:8 OVER with a descending order is refused",
                "SELECT SUM(v) OVER (ORDER BY v ROWS 1 PRECEDING) FROM e | 1:8 a bounded OVER frame is refused where the order is not that of time",
                "SELECT SUM(v) OVER (ORDER BY k, v) FROM e | 1:8 OVER ordered by several columns, of which the first is not event time, is refused",
                "SELECT SUM(v) OVER (ORDER BY ts), SUM(v) OVER (ORDER BY k) FROM e | 1:8 OVER windows that differ in one SELECT are refused",
            })
    void whatFlinkRefusesIsRefusedForIt(String query, String refusal) {
        assertThat(flink.error(query))
                .isEqualTo(refusal + " | compatibility = 'flink' refuses what Flink refuses. | "
                        + "SET compatibility = 'native' allows it.");
        assertThat(session.plan(query)).contains("OverAggregate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT COUNT(DISTINCT v) OVER (ORDER BY id) FROM t | 1:8 COUNT(DISTINCT …) OVER is not supported yet",
                "SELECT SUM(v) OVER (ORDER BY id ROWS v PRECEDING) FROM t | 1:8 the bounds of a frame must be constants",
                "SELECT LAG(v, id) OVER (ORDER BY id) FROM t | 1:8 the offset of LAG must be a constant number",
                "SELECT NTILE(0) OVER (ORDER BY id) FROM t | 1:8 NTILE counts from 1, not from 0",
                "SELECT SUM(v) OVER (ORDER BY id RANGE 1.5 PRECEDING) FROM t | 1:8 a distance of 1.5 lies between the values of INTEGER",
                "SELECT SUM(v) OVER (ORDER BY ts RANGE INTERVAL '1' MONTH PRECEDING) FROM e | 1:8 RANGE with a distance of months is not supported yet",
                "SELECT SUM(v) OVER (ORDER BY id ROWS 1 PRECEDING EXCLUDE TIES) FROM t | 1:8 EXCLUDE is not supported yet",
            })
    void whatIsNotThereIsRefusedByName(String query, String refusal) {
        assertThat(session.error(query)).startsWith(refusal);
    }

    private void assertPlan(String query, String plan) {
        assertThat(session.plan(query)).isEqualTo(plan);
    }
}
