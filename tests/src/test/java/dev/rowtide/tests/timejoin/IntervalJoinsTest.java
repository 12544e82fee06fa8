// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.timejoin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where no row is late, all that an interval join puts out is what DuckDB joins; the log does not depend on how the input was cut. */
class IntervalJoinsTest {

    @TempDir
    Path directory;

    private TimedTables tables;

    @BeforeEach
    void write() throws IOException {
        tables = new TimedTables(directory, 150);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a.id, b.id FROM a JOIN b ON a.k = b.k AND b.ts BETWEEN a.ts - INTERVAL '2' SECOND AND a.ts + INTERVAL '5' SECOND",
                "SELECT a.id, b.id FROM a, b WHERE a.k = b.k AND a.ts > b.ts AND a.ts - INTERVAL '10' SECOND < b.ts + INTERVAL '1' SECOND AND a.v < b.v",
                "SELECT a.id, b.id, b.v FROM a LEFT JOIN b ON a.k = b.k AND b.ts >= a.ts AND b.ts < a.ts + INTERVAL '4' SECOND",
                "SELECT a.id, b.id FROM a RIGHT JOIN b ON a.k = b.k AND a.ts BETWEEN b.ts - INTERVAL '4' SECOND AND b.ts - INTERVAL '1' SECOND AND a.v <> b.v",
                "SELECT a.id, b.id FROM a FULL JOIN b ON a.k = b.k AND a.ts + INTERVAL '3' SECOND >= b.ts AND b.ts + INTERVAL '1' SECOND >= a.ts",
                "SELECT a.id, b.id FROM a FULL JOIN b ON a.k = b.k AND a.ts = b.ts",
                "SELECT a.id, b.id FROM a LEFT JOIN b ON b.ts BETWEEN a.ts AND a.ts + INTERVAL '1' SECOND AND a.v = b.v",
                "SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE a.k = b.k AND b.ts BETWEEN a.ts - INTERVAL '1' SECOND AND a.ts + INTERVAL '2' SECOND)",
                "SELECT id, v FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE a.k = b.k AND a.v > b.v AND b.ts BETWEEN a.ts - INTERVAL '1' SECOND AND a.ts + INTERVAL '2' SECOND)",
                "SELECT a.id, b.id, c.id FROM a, b, c WHERE a.k = b.k AND b.k = c.k AND b.ts BETWEEN a.ts AND a.ts + INTERVAL '3' SECOND"
                        + " AND c.ts BETWEEN b.ts - INTERVAL '2' SECOND AND b.ts + INTERVAL '1' SECOND",
                "SELECT x.id, y.id FROM a x JOIN a y ON x.k = y.k AND y.ts > x.ts AND y.ts <= x.ts + INTERVAL '3' SECOND",
                "SELECT ab.id, ab.bid, c.id FROM (SELECT a.id, a.k, a.ts, b.id AS bid FROM a LEFT JOIN b ON a.k = b.k AND b.ts BETWEEN a.ts AND a.ts + INTERVAL '2' SECOND) ab"
                        + " JOIN c ON ab.k = c.k AND c.ts BETWEEN ab.ts - INTERVAL '2' SECOND AND ab.ts"
            })
    void pairsAreWhatDuckDbJoins(String query) throws SQLException {
        assertThat(tables.plan(query)).contains("IntervalJoin(").doesNotContain(" Join(");
        List<String> whole = tables.log(query);
        Map<String, Integer> expected = tables.duckDb(query);
        assertThat(whole).allMatch(line -> line.startsWith("+I"));
        assertThat(TimedTables.folded(whole)).isEqualTo(expected);
        assertThat(expected).isNotEmpty();
        for (String rows : List.of("1", "7")) {
            assertThat(tables.log(query, "pipeline.batch-rows", rows)).isEqualTo(whole);
            assertThat(TimedTables.folded(tables.log(query, "pipeline.batch-rows", rows, "mini-batch.size", "10")))
                    .isEqualTo(expected);
        }
        assertThat(TimedTables.folded(tables.log(query, "execution.runtime-mode", "batch")))
                .isEqualTo(expected);
        assertThat(TimedTables.folded(tables.log(query, "parallelism", "2"))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT a.id, b.id FROM a JOIN b ON a.k = b.k AND b.ts >= a.ts",
                "SELECT a.id, b.id FROM a JOIN b ON a.k = b.k AND b.ts BETWEEN a.ts AND a.ts + INTERVAL '1' MONTH",
                "SELECT a.id, n FROM a JOIN (SELECT k, COUNT(*) AS n, MAX(ts) AS ts FROM b GROUP BY k) b ON a.k = b.k AND b.ts BETWEEN a.ts AND a.ts + INTERVAL '1' MINUTE"
            })
    void whatIsNotBoundedOnBothSidesKeepsItsRows(String query) throws SQLException {
        assertThat(tables.plan(query)).contains("Join(").doesNotContain("IntervalJoin(");
        assertThat(TimedTables.folded(tables.log(query))).isEqualTo(tables.duckDb(query));
    }

    @Test
    void theTimesOfTheRowsAreEventTimesStill() throws SQLException {
        String joined = "(SELECT a.ts, a.k, b.v FROM a JOIN b ON a.k = b.k AND b.ts BETWEEN a.ts - INTERVAL '4' SECOND"
                + " AND a.ts + INTERVAL '6' SECOND)";
        String query = "SELECT k, COUNT(*), SUM(v) FROM TUMBLE(" + joined
                + ", DESCRIPTOR(ts), INTERVAL '10' SECOND) GROUP BY k, window_start, window_end";
        List<String> log = tables.log(query);
        assertThat(log).allMatch(line -> line.startsWith("+I"));
        assertThat(TimedTables.folded(log))
                .isEqualTo(tables.duckDb("SELECT k, COUNT(*), SUM(v) FROM " + joined
                        + " GROUP BY k, time_bucket(INTERVAL '10' SECOND, ts)"));
        assertThat(tables.log(query, "pipeline.batch-rows", "1")).isEqualTo(log);
    }

    /** The join's columns are read under the names that they have in it, or that the query gives them. */
    @Test
    void aJoinIsGroupedByWindows() throws SQLException {
        String join =
                " FROM a JOIN b AS o ON a.k = o.k AND o.ts BETWEEN a.ts - INTERVAL '4' SECOND AND a.ts + INTERVAL '6' SECOND"
                        + " WHERE a.v <> 3";
        String query =
                "SELECT a.k, o.v AS other, SECOND(TUMBLE_START(o.ts, INTERVAL '10' SECOND)) AS since, COUNT(*) AS n, SUM(a.v + o.v)"
                        + join + " GROUP BY a.k, o.v, TUMBLE(o.ts, INTERVAL '10' SECOND) HAVING COUNT(*) > 1";
        List<String> log = tables.log(query);
        assertThat(log).isNotEmpty().allMatch(line -> line.startsWith("+I"));
        assertThat(TimedTables.folded(log))
                .isEqualTo(tables.duckDb(
                        "SELECT a.k, o.v AS other, second(time_bucket(INTERVAL '10' SECOND, o.ts)) AS since, COUNT(*) AS n, SUM(a.v + o.v)"
                                + join
                                + " GROUP BY a.k, o.v, time_bucket(INTERVAL '10' SECOND, o.ts) HAVING COUNT(*) > 1"));
    }

    /** The rows of each window that have its highest value: neither side keeps rows of windows that are over. */
    @Test
    void theEndOfAWindowBoundsAnInterval() throws SQLException {
        String rows = "SELECT a.id, a.v FROM a JOIN (SELECT MAX(v) AS v, %s) w ON a.v = w.v"
                + " WHERE a.ts BETWEEN w.ends - INTERVAL '10' SECOND AND w.ends";
        String query = rows.formatted("window_end AS ends FROM TUMBLE(TABLE b, DESCRIPTOR(ts), INTERVAL '10' SECOND)"
                + " GROUP BY window_start, window_end");
        assertThat(tables.plan(query)).contains("IntervalJoin(").contains("changelogMode=[I]");
        List<String> log = tables.log(query);
        Map<String, Integer> expected = tables.duckDb(rows.formatted(
                "time_bucket(INTERVAL '10' SECOND, ts) + INTERVAL '10' SECOND AS ends" + " FROM b GROUP BY ends"));
        assertThat(expected).isNotEmpty();
        assertThat(TimedTables.folded(log)).isEqualTo(expected);
        assertThat(tables.log(query, "pipeline.batch-rows", "1")).isEqualTo(log);
    }

    @Test
    void updatesAreJoinedLikeAnyOthers() throws SQLException {
        String query = "SELECT l.k, l.id, b.id FROM (SELECT k, MAX(id) AS id, MAX(ts) AS ts FROM a GROUP BY k) l"
                + " LEFT JOIN b ON l.k = b.k AND b.ts BETWEEN l.ts - INTERVAL '30' SECOND AND l.ts";
        assertThat(TimedTables.folded(tables.log(query))).isEqualTo(tables.duckDb(query));
    }

    @Test
    void thePlanSaysTheInterval() {
        String plan = tables.plan(
                "SELECT a.id, b.id FROM a LEFT JOIN b ON a.k = b.k AND b.ts BETWEEN a.ts - INTERVAL '2' SECOND AND a.ts + INTERVAL '1' HOUR");
        assertThat(plan)
                .contains("IntervalJoin(joinType=[LeftOuterJoin]")
                .contains("interval=[right ts from left ts - 2 s to left ts + 1 h], time=[event time]")
                .contains("changelogMode=[I]");
    }
}
