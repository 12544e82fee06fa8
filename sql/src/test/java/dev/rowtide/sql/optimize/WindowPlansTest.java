// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.setting.Settings;
import dev.rowtide.sql.Planning;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Windows of event time. */
class WindowPlansTest {

    private static final String TABLES = """
            CREATE TABLE e (k STRING, v INT, ts TIMESTAMP(3), other TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'memory');
            CREATE TABLE n (k STRING, v INT) WITH ('connector' = 'memory');
            """;

    private final Planning session = new Planning(TABLES);

    private void assertPlan(String query, String plan) {
        assertThat(session.plan(query)).isEqualTo(plan.stripTrailing());
    }

    @Test
    void aGroupingByBothEndsOfAWindowIsMadeByWindow() {
        assertPlan(
                "SELECT k, window_end, SUM(v) AS s FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '5' MINUTE)"
                        + " WHERE v > 0 GROUP BY k, window_start, window_end",
                """
                Sink(table=[result], fields=[k, window_end, s])
                +- Project(select=[k, window_end, s])
                   +- WindowAggregate(groupBy=[k, window_start, window_end], select=[k, window_start, window_end, SUM(v) AS s], \
                window=[window_start, window_end], emit=[on watermark])
                      +- Calc(select=[k, window_start, window_end, v], where=[v > 0])
                         +- WindowTableFunction(window=[TUMBLE(time_col=[ts], size=[1 h], offset=[5 min])])
                            +- TableSourceScan(table=[e], fields=[k, v, ts], watermark=[ts])""");
    }

    /** Calcite takes calls for one if their functions and tables are equal. */
    @Test
    void windowsOfOtherLengthsAreOthers() {
        String starts = "SELECT window_start FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL ";
        assertThat(session.plan(starts + "'1' HOUR) UNION ALL " + starts + "'6' HOUR)"))
                .contains("size=[1 h]")
                .contains("size=[6 h]");
    }

    @Test
    void windowsOfWindowsComeComplete() {
        assertPlan("""
                SELECT ws, MAX(n) AS most FROM (
                  SELECT window_start AS ws, window_end AS we, COUNT(*) AS n FROM HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE, INTERVAL '1' HOUR)
                  GROUP BY k, window_start, window_end) GROUP BY ws, we""", """
                Sink(table=[result], fields=[ws, most])
                +- Project(select=[ws, most])
                   +- WindowAggregate(groupBy=[ws, we], select=[ws, we, MAX(n) AS most], window=[ws, we], emit=[with the window])
                      +- Project(select=[ws, we, n])
                         +- WindowAggregate(groupBy=[k, ws, we], select=[k, ws, we, COUNT(*) AS n], \
                slices_of=[HOP(size=[1 h], slide=[1 min])], window=[ws, we], emit=[on watermark])
                            +- Project(select=[k, window_start AS ws, window_end AS we])
                               +- WindowTableFunction(window=[TUMBLE(time_col=[ts], size=[1 min])])
                                  +- TableSourceScan(table=[e], fields=[k, ts], watermark=[ts])""");
    }

    @Test
    void oneEndOfAWindowIsAColumnLikeAnyOther() {
        assertThat(session.plan(
                        "SELECT window_start, COUNT(*) AS n FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' HOUR)"
                                + " GROUP BY window_start"))
                .contains("GroupAggregate(groupBy=[window_start]")
                .doesNotContain("WindowAggregate");
    }

    @Test
    void sessionsOfInsertedRowsAreMergedAsTheyCome() {
        String from =
                "FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' HOUR) GROUP BY k, window_start, window_end";
        assertThat(session.plan("SELECT k, window_end, COUNT(*) AS n, SUM(v) AS s " + from))
                .contains("sessions_of_rows=[gap=1 h]");
        assertThat(session.plan("SELECT k, COUNT(DISTINCT v) AS n " + from)).doesNotContain("sessions_of_rows");
        assertThat(session.plan(
                        "SELECT window_end, COUNT(*) AS n FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' HOUR)"
                                + " GROUP BY window_start, window_end"))
                .doesNotContain("sessions_of_rows");
        assertThat(session.plan(
                        "SELECT k, COUNT(*) AS n FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' HOUR) WHERE v > 3"
                                + " GROUP BY k, window_start, window_end"))
                .doesNotContain("sessions_of_rows");
        assertThat(session.plan(
                        "SELECT k, MAX(window_start) AS n FROM SESSION(TABLE e PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' HOUR)"
                                + " GROUP BY k, window_start, window_end"))
                .doesNotContain("sessions_of_rows");
    }

    @Test
    void panesThatStandBesideOneAnotherHaveNoKey() {
        String query =
                "SELECT DISTINCT * FROM (SELECT k, window_start, window_end, COUNT(*) AS c FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' HOUR)"
                        + " GROUP BY k, window_start, window_end EMIT EVERY 1m WITH %s PANES)";
        assertThat(session.plan(query.formatted("ACCUMULATING")))
                .contains("GroupAggregate(groupBy=[k, window_start, window_end, c]");
        assertThat(session.plan(query.formatted("DISCARDING")))
                .contains("GroupAggregate(groupBy=[k, window_start, window_end, c]");
    }

    @Test
    void theNamesOfAWindowAreThoseOfTheOutermost() {
        assertThat(session.schema(
                                "SELECT * FROM TUMBLE((SELECT window_start, window_end, window_time, COUNT(*) AS n FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MINUTE)"
                                        + " GROUP BY window_start, window_end, window_time), DESCRIPTOR(window_time), INTERVAL '1' HOUR)")
                        .names())
                .containsExactly(
                        "window_start0",
                        "window_end0",
                        "window_time0",
                        "n",
                        "window_start",
                        "window_end",
                        "window_time");
    }

    @Test
    void whatIsRevisedIsAChangelogThatIsDeclared() {
        String query = " k, window_end, COUNT(*) AS c FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' HOUR)"
                + " GROUP BY k, window_start, window_end";
        assertThat(session.plan("SELECT /*+ EMIT('allowed-lateness' = '2 min') */" + query))
                .contains("emit=[on watermark, allowed lateness 2 min]");
        assertThat(session.plan("SELECT /*+ EMIT('on' = 'change', 'panes' = 'discarding') */" + query))
                .contains("emit=[on change, discarding panes]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EMIT ON WINDOW CLOSE | on watermark",
                "EMIT FINAL | on watermark",
                "EMIT AFTER WATERMARK WITH ALLOWED LATENESS INTERVAL '2' MINUTE | on watermark, allowed lateness 2 min",
                "EMIT STREAM | on change",
                "EMIT EVERY INTERVAL '10' SECOND WITH ACCUMULATING PANES | on watermark, every 10 s, accumulating panes",
                "EMIT STREAM AFTER DELAY 10s AND AFTER WATERMARK WITH DISCARDING PANES | on watermark, every 10 s, discarding panes"
            })
    void theClauseEmitSaysWhatTheHintDoes(String clause, String emission) {
        String query = "SELECT k, window_end, COUNT(*) AS c FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' HOUR)"
                + " GROUP BY k, window_start, window_end ";
        assertThat(session.plan(query + clause)).contains("emit=[" + emission + "]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(other), INTERVAL '1' HOUR) | 1:42 TUMBLE needs event time, but no watermark tells how far \"other\" has come",
                "SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(v), INTERVAL '1' HOUR) | 1:42 the event time must be a TIMESTAMP or TIMESTAMP_LTZ, but \"v\" is INTEGER",
                "SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(tz), INTERVAL '1' HOUR) | 1:42 column \"tz\" does not exist",
                "SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '0' HOUR) | 1:47 the size of TUMBLE must be longer than nothing",
                "SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(ts), v) | 1:47 the size of TUMBLE must be a constant interval",
                "SELECT * FROM TUMBLE(TABLE e, DESCRIPTOR(ts)) | 1:15 TUMBLE needs its size",
                "SELECT * FROM HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '1' HOUR, INTERVAL '1' MONTH) | 1:15 the intervals of HOP must all be of months or years",
                "SELECT * FROM CUMULATE(TABLE e, DESCRIPTOR(ts), INTERVAL '2' HOUR, INTERVAL '3' HOUR) | 1:49 the size of CUMULATE must be a multiple of its step",
                "SELECT * FROM SESSION(TABLE e, DESCRIPTOR(ts), INTERVAL '1' MONTH) | 1:48 the gap of SESSION must be of days and less",
                "SELECT k FROM e EMIT FINAL | 1:17 EMIT is for windows in FROM",
                "SELECT /*+ EMIT('lateness' = '1 s') */ k FROM TUMBLE(TABLE e, DESCRIPTOR(ts), INTERVAL '1' HOUR) | 1:8 EMIT has no part \"lateness\"",
                "SELECT k FROM SESSION(TABLE e, DESCRIPTOR(ts), INTERVAL '1' HOUR) EMIT EVERY 1m WITH DISCARDING PANES | 1:67 discarding panes of sessions are not supported yet",
                "SELECT COUNT(*) FROM n GROUP BY TUMBLE(INTERVAL '1' HOUR) | 1:33 TUMBLE without a column needs a table with a watermark in FROM",
                "SELECT COUNT(*) FROM e JOIN n ON e.k = n.k GROUP BY TUMBLE(ts, INTERVAL '1' HOUR) | 1:60 TUMBLE needs event time, but no watermark tells how far \"ts\" has come",
                "SELECT e.k, (SELECT COUNT(*) FROM n) FROM e JOIN n ON e.k = n.k GROUP BY e.k, TUMBLE(ts, INTERVAL '1' HOUR) | 1:13 a query beside a window in GROUP BY over a join is not supported yet"
            })
    void whatIsWrongIsSaidAtItsPlace(String query, String error) {
        assertThat(session.error(query)).startsWith(error);
    }

    @Test
    void compatibilityRefusesWhatFlinkRefuses() {
        Planning flink = new Planning(Settings.of(Map.of("compatibility", "flink")), TABLES);
        assertThat(flink.error("SELECT * FROM HOP(TABLE e, DESCRIPTOR(ts), INTERVAL '4' SECOND, INTERVAL '10' SECOND)"))
                .endsWith("the size of HOP must be a multiple of its slide");
    }
}
