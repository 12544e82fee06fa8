// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.engine.Change;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes out window by window is, all together, what a batch run says, as long as no row is late; and the log does not depend on how the input was cut. */
final class WindowsTest {

    private static final LocalDateTime START = LocalDateTime.of(2025, 3, 1, 12, 0);
    private static final int ROWS = 400;
    private static final int DISORDER_SECONDS = 10;

    private static final String TUMBLE = "TUMBLE(TABLE bids, DESCRIPTOR(ts), INTERVAL '10' SECOND)";

    @TempDir
    Path directory;

    @BeforeEach
    void writeBids() throws IOException {
        Random random = new Random(11);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            LocalDateTime time = START.plusNanos(i * 300_000_000L).minusSeconds(random.nextInt(DISORDER_SECONDS));
            lines.add("{\"k\": \"k" + random.nextInt(4) + "\", \"v\": " + random.nextInt(9) + ", \"x\": "
                    + random.nextInt(1000) / 8.0 + ", \"ts\": \""
                    + time.toString().replace('T', ' ') + "\"}");
        }
        Files.write(directory.resolve("bids.jsonl"), lines);
    }

    private Rowtide open(int delaySeconds) {
        Rowtide rowtide = Rowtide.open();
        rowtide.execute("CREATE TABLE bids (k STRING, v INT, x DOUBLE, ts TIMESTAMP(3),"
                + " WATERMARK FOR ts AS ts - INTERVAL '" + delaySeconds + "' SECOND)"
                + " WITH ('connector' = 'filesystem', 'path' = '" + directory.resolve("bids.jsonl") + "')");
        return rowtide;
    }

    private List<String> log(String query, int delaySeconds, String... settings) {
        try (Rowtide rowtide = open(delaySeconds)) {
            for (int i = 0; i < settings.length; i += 2) {
                rowtide.set(settings[i], settings[i + 1]);
            }
            List<String> log = new ArrayList<>();
            for (Change change : (QueryResult) rowtide.execute(query)) {
                log.add(change.kind().symbol() + change.values());
            }
            return log;
        }
    }

    /** How often each row is there in the end. */
    private static Map<String, Integer> folded(List<String> log) {
        Map<String, Integer> rows = new TreeMap<>();
        for (String line : log) {
            rows.merge(line.substring(2), line.startsWith("-") ? -1 : 1, Integer::sum);
        }
        rows.values().removeIf(count -> count == 0);
        return rows;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT k, window_start, window_end, COUNT(*), SUM(v), AVG(x), MIN(x), MAX(v), COUNT(DISTINCT v), SUM(v) FILTER (WHERE x > 50)"
                        + " FROM " + TUMBLE + " GROUP BY k, window_start, window_end",
                "SELECT window_end, COUNT(*), SUM(x), MIN(k), MAX(x) FROM HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '3' SECOND, INTERVAL '12' SECOND)"
                        + " GROUP BY window_start, window_end",
                "SELECT k, window_end, COUNT(DISTINCT v), MEDIAN(v) FROM HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '4' SECOND, INTERVAL '10' SECOND)"
                        + " WHERE v <> 3 GROUP BY k, window_start, window_end",
                "SELECT k, window_start, window_end, COUNT(*), AVG(v) FROM CUMULATE(TABLE bids, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '20' SECOND)"
                        + " GROUP BY k, window_start, window_end",
                "SELECT k, window_start, window_end, COUNT(*), SUM(v) FROM SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(ts), INTERVAL '2' SECOND)"
                        + " GROUP BY k, window_start, window_end",
                "SELECT k, v, window_start, SUM(x), GROUPING_ID(k, v) FROM " + TUMBLE
                        + " GROUP BY window_start, window_end, ROLLUP (k, v)",
                "SELECT DISTINCT window_start, window_end FROM " + TUMBLE,
                "SELECT * FROM (SELECT k, v, x, window_start, RANK() OVER (PARTITION BY window_start, window_end, k ORDER BY v DESC) AS r FROM "
                        + TUMBLE + ") WHERE r <= 2",
                "SELECT k, x, window_end FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end, k ORDER BY x, ts) AS r FROM "
                        + TUMBLE + ") WHERE r = 1",
                "SELECT l.k, l.x, r.v FROM (SELECT * FROM " + TUMBLE + ") l LEFT JOIN (SELECT * FROM " + TUMBLE
                        + " WHERE v > 6) r ON l.k = r.k AND l.v < r.v AND l.window_start = r.window_start AND l.window_end = r.window_end",
                "SELECT l.k, l.x, r.v FROM (SELECT * FROM " + TUMBLE + " WHERE v > 6) l FULL JOIN (SELECT * FROM "
                        + TUMBLE
                        + " WHERE v < 2) r ON l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end",
                "SELECT k, x FROM (SELECT * FROM " + TUMBLE + ") l WHERE EXISTS (SELECT 1 FROM (SELECT * FROM " + TUMBLE
                        + ") r WHERE r.k <> l.k AND r.v = l.v AND l.window_start = r.window_start AND l.window_end = r.window_end)",
                "SELECT k, x FROM (SELECT * FROM " + TUMBLE + ") l WHERE NOT EXISTS (SELECT 1 FROM (SELECT * FROM "
                        + TUMBLE
                        + ") r WHERE r.k <> l.k AND r.v = l.v AND l.window_start = r.window_start AND l.window_end = r.window_end)",
                "SELECT b.k, b.v, b.x, b.window_end FROM " + TUMBLE
                        + " b JOIN (SELECT MAX(x) AS p, window_start, window_end FROM " + TUMBLE
                        + " GROUP BY window_start, window_end) m ON b.x = m.p AND b.window_start = m.window_start AND b.window_end = m.window_end",
                "SELECT b.k, b.n, b.we, m.n FROM (SELECT k, COUNT(*) n, window_start ws, window_end we FROM " + TUMBLE
                        + " GROUP BY k, window_start, window_end) b JOIN (SELECT MAX(n) AS n, ws, we FROM (SELECT k, COUNT(*) n, window_start ws, window_end we FROM "
                        + TUMBLE
                        + " GROUP BY k, window_start, window_end) GROUP BY ws, we) m ON b.ws = m.ws AND b.we = m.we AND b.n >= m.n",
                "SELECT ws, we, MAX(n), COUNT(*) FROM (SELECT k, window_start ws, window_end we, COUNT(*) n FROM "
                        + TUMBLE + " GROUP BY k, window_start, window_end) GROUP BY ws, we",
                "SELECT window_start, window_end, SUM(n) FROM TUMBLE((SELECT k, window_time AS t, COUNT(*) n FROM "
                        + TUMBLE
                        + " GROUP BY k, window_start, window_end, window_time), DESCRIPTOR(t), INTERVAL '30' SECOND) GROUP BY window_start, window_end",
                "SELECT window_start, window_end, SUM(n) FROM TUMBLE((SELECT k, window_start, window_end, window_time, COUNT(*) n FROM "
                        + TUMBLE
                        + " GROUP BY k, window_start, window_end, window_time), DESCRIPTOR(window_time), INTERVAL '30' SECOND)"
                        + " GROUP BY window_start, window_end",
                "SELECT window_end, COUNT(*) FROM TUMBLE((SELECT * FROM bids WHERE v < 3 UNION ALL SELECT * FROM bids WHERE v > 5),"
                        + " DESCRIPTOR(ts), INTERVAL '10' SECOND) GROUP BY window_start, window_end",
                "SELECT k, window_start, window_end, COUNT(*), MIN(x), MAX(k), COUNT(v) FILTER (WHERE v > 3)"
                        + " FROM SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' SECOND) GROUP BY k, window_start, window_end",
                "SELECT window_start, window_end, AVG(v), MIN(x), SUM(x) FROM SESSION(TABLE bids, DESCRIPTOR(ts), INTERVAL '0.2' SECOND)"
                        + " WHERE v > 2 GROUP BY window_start, window_end",
                "SELECT window_end, k, AVG(v), MIN(x), SUM(x), COUNT(*) FILTER (WHERE v > 3)"
                        + " FROM SESSION((SELECT * FROM bids WHERE v > 2) PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1.2' SECOND) GROUP BY window_start, k, window_end",
                "SELECT k, TUMBLE_START(ts, INTERVAL '7' SECOND), TUMBLE_END(ts, INTERVAL '7' SECOND), COUNT(*) FROM bids"
                        + " GROUP BY k, TUMBLE(ts, INTERVAL '7' SECOND)",
                "SELECT k, SESSION_START(ts, INTERVAL '2' SECOND), SESSION_END(ts, INTERVAL '2' SECOND), SUM(v) FROM bids"
                        + " GROUP BY k, SESSION(ts, INTERVAL '2' SECOND) HAVING SUM(v) > 3"
            })
    void allWindowsTogetherAreWhatABatchRunSays(String query) {
        int delay = DISORDER_SECONDS;
        Map<String, Integer> batch = folded(log(query, delay, "execution.runtime-mode", "batch"));
        List<String> whole = log(query, delay);
        assertThat(whole).allMatch(line -> line.startsWith("+I"));
        assertThat(folded(whole)).isEqualTo(batch);
        assertThat(batch).isNotEmpty();
        for (String rows : List.of("1", "7")) {
            assertThat(log(query, delay, "pipeline.batch-rows", rows)).isEqualTo(whole);
            assertThat(folded(log(query, delay, "pipeline.batch-rows", rows, "mini-batch.size", "10")))
                    .isEqualTo(batch);
        }
        assertThat(log(query, delay, "parallelism.default", "3")).containsExactlyInAnyOrderElementsOf(whole);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'allowed-lateness' = '1 min'",
                "'on' = 'change', 'allowed-lateness' = '1 min'",
                "'every' = '4 s', 'allowed-lateness' = '1 min'"
            })
    void whatIsRevisedUntilNoRowIsLateIsWhatABatchRunSays(String emit) {
        for (String query : Arrays.asList(
                "k, window_start, COUNT(*), SUM(x), MIN(v) FROM " + TUMBLE + " GROUP BY k, window_start, window_end",
                "window_end, COUNT(DISTINCT v) FROM HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '5' SECOND, INTERVAL '10' SECOND)"
                        + " GROUP BY window_start, window_end",
                "k, window_start, window_end, COUNT(*), SUM(x) FROM SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' SECOND)"
                        + " GROUP BY k, window_start, window_end",
                "k, v, x, window_end FROM SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(ts), INTERVAL '0.8' SECOND)",
                "* FROM (SELECT /*+ EMIT(" + emit
                        + ") */ k, v, x, window_start, RANK() OVER (PARTITION BY window_start, window_end, k ORDER BY v DESC) AS r"
                        + " FROM SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(ts), INTERVAL '1' SECOND)) WHERE r <= 2",
                "l.k, l.x, r.v FROM " + TUMBLE + " AS l LEFT JOIN " + TUMBLE
                        + " AS r ON l.k = r.k AND l.v < r.v AND r.v > 6 AND l.window_start = r.window_start AND l.window_end = r.window_end",
                "FLOOR(ws TO MINUTE), SUM(n) FROM (SELECT /*+ EMIT(" + emit
                        + ") */ k, window_start AS ws, COUNT(*) AS n FROM " + TUMBLE
                        + " GROUP BY k, window_start, window_end) GROUP BY FLOOR(ws TO MINUTE)")) {
            String hinted = "SELECT " + (query.contains("EMIT") ? "" : "/*+ EMIT(" + emit + ") */ ") + query;
            Map<String, Integer> batch = folded(log("SELECT " + query, 0, "execution.runtime-mode", "batch"));
            List<String> whole = log(hinted, 0);
            assertThat(folded(whole)).as(hinted).isEqualTo(batch);
            assertThat(whole).as(hinted).anyMatch(line -> line.startsWith("-"));
            for (String rows : List.of("1", "7")) {
                assertThat(log(hinted, 0, "pipeline.batch-rows", rows))
                        .as(hinted)
                        .isEqualTo(whole);
                assertThat(folded(log(hinted, 0, "pipeline.batch-rows", rows, "mini-batch.size", "10")))
                        .as(hinted)
                        .isEqualTo(batch);
            }
            assertThat(folded(log(hinted, 0, "parallelism.default", "2")))
                    .as(hinted)
                    .isEqualTo(batch);
        }
    }

    @Test
    void panesThatDiscardAddUp() {
        String rest = "k, window_start, COUNT(*) AS n FROM " + TUMBLE + " GROUP BY k, window_start, window_end";
        List<String> panes = log("SELECT /*+ EMIT('allowed-lateness' = '1 min', 'panes' = 'discarding') */ " + rest, 0);
        assertThat(panes).allMatch(line -> line.startsWith("+I"));
        Map<String, Long> sums = new TreeMap<>();
        for (String pane : panes) {
            int last = pane.lastIndexOf(", ");
            sums.merge(pane.substring(2, last), Long.parseLong(pane.substring(last + 2, pane.length() - 1)), Long::sum);
        }
        Map<String, Long> batch = new TreeMap<>();
        for (String row : log("SELECT " + rest, 0, "execution.runtime-mode", "batch")) {
            int last = row.lastIndexOf(", ");
            batch.put(row.substring(2, last), Long.parseLong(row.substring(last + 2, row.length() - 1)));
        }
        assertThat(sums).isEqualTo(batch);
        assertThat(panes).hasSizeGreaterThan(batch.size());
        assertThat(folded(log(
                        "SELECT k, window_start, SUM(n) FROM (SELECT " + rest
                                + " EMIT EVERY 3s WITH ALLOWED LATENESS 1m AND DISCARDING PANES) GROUP BY k, window_start",
                        0)))
                .isEqualTo(folded(log("SELECT " + rest, 0, "execution.runtime-mode", "batch")));
    }

    @Test
    void panesThatAccumulateAreResultsBesideOneAnother() {
        String rest = " k, window_start, COUNT(*) AS n FROM " + TUMBLE + " GROUP BY k, window_start, window_end";
        List<String> retracting = log("SELECT" + rest + " EMIT EVERY 4s WITH ALLOWED LATENESS 1m", 0);
        List<String> accumulating =
                log("SELECT" + rest + " EMIT EVERY 4s WITH ALLOWED LATENESS 1m AND ACCUMULATING PANES", 0);
        assertThat(retracting).anyMatch(line -> line.startsWith("-U"));
        assertThat(accumulating)
                .containsExactlyElementsOf(retracting.stream()
                        .filter(line -> line.startsWith("+"))
                        .map(line -> "+I" + line.substring(2))
                        .toList());
    }

    /** Both sides of the join are read from one source, and get its rows in the same batches. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "EMIT CHANGES",
                "EMIT STREAM",
                "EMIT EVERY 4s WITH ALLOWED LATENESS 1m",
                "EMIT AFTER WATERMARK WITH ALLOWED LATENESS 1m"
            })
    void joinsOfAWindowWithItself(String emit) {
        for (String join : List.of("JOIN", "LEFT JOIN", "FULL JOIN")) {
            String query = "SELECT a.k, a.x, b.x FROM " + TUMBLE + " a " + join + " " + TUMBLE
                    + " b ON a.k = b.k AND a.v < b.v AND a.window_start = b.window_start AND a.window_end = b.window_end ";
            for (String workers : List.of("1", "2")) {
                assertThat(folded(log(query + emit, DISORDER_SECONDS, "parallelism", workers)))
                        .as(join)
                        .isEqualTo(folded(log(query, 0, "execution.runtime-mode", "batch")));
            }
            assertThat(folded(log(query + "EMIT AFTER WATERMARK WITH ALLOWED LATENESS 1m", 0)))
                    .as(join)
                    .isEqualTo(folded(log(query, 0, "execution.runtime-mode", "batch")));
        }
    }

    /** A row is of the windows from 6 to 8, to 10 and to 12 o'clock; what is computed of their ends, or chosen by them, is not that of the shortest. */
    @Test
    void groupsByWhatIsMadeOfAnEnd() throws IOException {
        String windows = "CUMULATE(TABLE times, DESCRIPTOR(ts), INTERVAL '2' HOUR, INTERVAL '6' HOUR)";
        String later = "SELECT HOUR(window_end), HOUR(window_end + INTERVAL '11' HOUR), COUNT(*) FROM " + windows;
        String groups = " GROUP BY window_start, window_end, window_end + INTERVAL '11' HOUR";
        try (Rowtide rowtide = withTimes("TIMESTAMP", "2026-03-02 06:41:12")) {
            for (String condition :
                    List.of("", " WHERE id + 1 > 0", " WHERE window_time > TIMESTAMP '2026-03-02 01:00:00'")) {
                assertThat(rows(rowtide, later + condition + groups))
                        .as(condition)
                        .containsExactly("+I[8, 19, 1]", "+I[10, 21, 1]", "+I[12, 23, 1]");
            }
            assertThat(rows(rowtide, later + " WHERE window_time > TIMESTAMP '2026-03-02 09:00:00'" + groups))
                    .containsExactly("+I[10, 21, 1]", "+I[12, 23, 1]");
            assertThat(rows(
                            rowtide,
                            "SELECT HOUR(e), MAX(HOUR(t)) FROM (SELECT window_start AS s, window_end AS e, window_time AS t FROM "
                                    + windows + " WHERE id >= 0) GROUP BY s, e"))
                    .containsExactly("+I[8, 7]", "+I[10, 9]", "+I[12, 11]");
        }
    }

    private Rowtide withTimes(String type, String... times) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < times.length; i++) {
            lines.add("{\"id\": " + i + ", \"ts\": \"" + times[i] + "\"}");
        }
        Files.write(directory.resolve("times.jsonl"), lines);
        Rowtide rowtide = Rowtide.open();
        rowtide.set("mini-batch.size", "1");
        rowtide.set("time_zone", "Europe/Berlin");
        rowtide.execute("CREATE TABLE times (id INT, ts " + type + "(3), WATERMARK FOR ts AS ts - INTERVAL '5' SECOND)"
                + " WITH ('connector' = 'filesystem', 'path' = '" + directory.resolve("times.jsonl") + "')");
        return rowtide;
    }

    private static List<String> rows(Rowtide rowtide, String query) {
        List<String> log = new ArrayList<>();
        for (Change change : (QueryResult) rowtide.execute(query)) {
            log.add(change.kind().symbol() + change.values());
        }
        return log;
    }

    private static final String[] AUTUMN_NIGHT = {
        "2026-10-24T23:59:30Z", "2026-10-25T00:10:00Z", "2026-10-25T00:50:00Z",
        "2026-10-25T01:10:00Z", "2026-10-25T01:41:00Z", "2026-10-25T03:10:00Z"
    };

    /** In local time the rows are at 01:59:30, 02:10, 02:50, again 02:10, 02:41, and 04:10. */
    @Test
    void windowsThatOverlapAreWholeWhereClocksArePutBack() throws IOException {
        try (Rowtide rowtide = withTimes("TIMESTAMP_LTZ", AUTUMN_NIGHT)) {
            String hops = "SELECT DATE_FORMAT(window_start, 'HH:mm'), COUNT(*) FROM HOP(TABLE times, DESCRIPTOR(ts),"
                    + " INTERVAL '10' MINUTE, INTERVAL '20' MINUTE) GROUP BY window_start, window_end";
            assertThat(rows(rowtide, hops))
                    .containsExactlyInAnyOrder(
                            "+I[01:40, 1]",
                            "+I[01:50, 1]",
                            "+I[02:00, 2]",
                            "+I[02:10, 2]",
                            "+I[02:30, 1]",
                            "+I[02:40, 2]",
                            "+I[02:50, 1]",
                            "+I[04:00, 1]",
                            "+I[04:10, 1]");
        }
    }

    @Test
    void theTimeOfAWindowLiesInItWhereClocksArePutBack() throws IOException {
        try (Rowtide rowtide = withTimes("TIMESTAMP_LTZ", AUTUMN_NIGHT)) {
            String minutes = "(SELECT window_start AS s, window_end AS e, window_time AS at, COUNT(*) AS n FROM"
                    + " TUMBLE(TABLE times, DESCRIPTOR(ts), INTERVAL '1' MINUTE) GROUP BY window_start, window_end, window_time)";
            assertThat(rows(
                            rowtide,
                            "SELECT DATE_FORMAT(window_start, 'HH:mm'), SUM(n) FROM TUMBLE(" + minutes
                                    + ", DESCRIPTOR(at), INTERVAL '1' HOUR) GROUP BY window_start, window_end"))
                    .containsExactlyInAnyOrder("+I[01:00, 1]", "+I[02:00, 4]", "+I[04:00, 1]");
        }
    }

    /** Each row but the first takes the session's result back and puts another out; no row of the session goes out again. */
    @Test
    void aLongSessionIsRevisedAsOneRow() throws IOException {
        int n = 3_000;
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            LocalDateTime time = START.plusSeconds(i);
            lines.add("{\"k\": \"a\", \"v\": 1, \"x\": 0.5, \"ts\": \""
                    + time.toString().replace('T', ' ') + "\"}");
        }
        Files.write(directory.resolve("bids.jsonl"), lines);
        String sessions = "SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(ts), INTERVAL '5' SECOND)";
        List<String> log = log(
                "SELECT k, window_start, window_end, COUNT(*), SUM(v) FROM " + sessions
                        + " GROUP BY k, window_start, window_end EMIT CHANGES",
                0);
        assertThat(log).hasSize(2 * n - 1);
        assertThat(folded(log)).containsOnlyKeys("[a, 2025-03-01T12:00, 2025-03-01T12:50:04, 3000, 3000]");
        assertThat(log("SELECT k, window_end FROM " + sessions + " EMIT CHANGES", 0, "mini-batch.size", "10000"))
                .hasSize(n);
    }

    /** Sessions of instants are merged in UTC too, where they are their own local times. */
    @Test
    void aSessionOfInstantsIsRevisedAsOneRow() throws IOException {
        String[] times = {"2025-03-01 12:00:00Z", "2025-03-01 12:00:04Z", "2025-03-01 12:00:02Z", "2025-03-01 12:00:20Z"
        };
        try (Rowtide rowtide = withTimes("TIMESTAMP_LTZ", times)) {
            rowtide.set("time_zone", "UTC");
            assertThat(rows(
                            rowtide,
                            "SELECT SECOND(window_start), SECOND(window_end), COUNT(*) FROM SESSION(TABLE times, DESCRIPTOR(ts), INTERVAL '5' SECOND)"
                                    + " GROUP BY window_start, window_end EMIT CHANGES"))
                    .containsExactly(
                            "+I[0, 5, 1]", "-D[0, 5, 1]", "+I[0, 9, 2]", "-U[0, 9, 2]", "+U[0, 9, 3]", "+I[20, 25, 1]");
        }
    }

    /** A flush holds results back; what is behind hears of the end of time no sooner than of them. */
    @Test
    void sessionsThatAFlushHoldsBackAreNotLate() throws IOException {
        Files.writeString(directory.resolve("log.jsonl"), """
                {"op": "+I", "ts": "2025-03-01 12:00:00"}
                {"op": "+I", "ts": "2025-03-01 12:00:03"}
                {"op": "-D", "ts": "2025-03-01 12:00:03"}
                """);
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.set("mini-batch.size", "10");
            rowtide.execute(
                    "CREATE TABLE log (ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH ('connector' = 'filesystem',"
                            + " 'changelog.encoding' = 'retract', 'path' = '" + directory.resolve("log.jsonl") + "')");
            for (String emission : List.of("'change'", "'watermark'")) {
                assertThat(rows(
                                rowtide,
                                "SELECT /*+ EMIT('on' = " + emission
                                        + ", 'allowed-lateness' = '2 d') */ SECOND(window_end)"
                                        + " FROM SESSION(TABLE log, DESCRIPTOR(ts), INTERVAL '5' SECOND)"
                                        + " GROUP BY window_start, window_end"))
                        .as(emission)
                        .containsExactly("+I[5]");
            }
        }
    }

    /** Rows at 0, 4, 8 and 40 s, of which the second is left out, so that 5 s lie between the first and the third. */
    @Test
    void whatWhereLeavesOutIsInNoWindow() throws IOException {
        try (Rowtide rowtide = withTimes(
                "TIMESTAMP",
                "2025-01-01 12:00:00",
                "2025-01-01 12:00:04",
                "2025-01-01 12:00:08",
                "2025-01-01 12:00:40")) {
            assertThat(rows(
                            rowtide,
                            "SELECT SECOND(SESSION_START(ts, INTERVAL '5' SECOND)), COUNT(*) FROM times WHERE id <> 1"
                                    + " GROUP BY SESSION(ts, INTERVAL '5' SECOND)"))
                    .containsExactly("+I[0, 1]", "+I[8, 1]", "+I[40, 1]");
        }
    }

    /** Windows of ten seconds with 2, 1 and 1 rows. */
    @Test
    void whatTellsOfTheWindowStandsAnywhereBehindIt() throws IOException {
        try (Rowtide rowtide = withTimes(
                "TIMESTAMP",
                "2025-01-01 12:00:00",
                "2025-01-01 12:00:04",
                "2025-01-01 12:00:18",
                "2025-01-01 12:00:40")) {
            rowtide.set("execution.runtime-mode", "batch");
            String start = "TUMBLE_START(ts, INTERVAL '10' SECOND)";
            String counts =
                    "SELECT SECOND(" + start + "), COUNT(*) FROM times GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)";
            assertThat(rows(rowtide, counts + " ORDER BY " + start + " DESC LIMIT 2"))
                    .containsExactlyInAnyOrder("+I[40, 1]", "+I[10, 1]");
            assertThat(rows(rowtide, counts + " ORDER BY TUMBLE_ROWTIME(ts, INTERVAL '10' SECOND) LIMIT 1"))
                    .containsExactly("+I[0, 2]");
            assertThat(rows(rowtide, counts + " QUALIFY RANK() OVER (ORDER BY COUNT(*), " + start + ") = 1"))
                    .containsExactly("+I[10, 1]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT TUMBLE_START(ts, INTERVAL '5' SECOND), COUNT(*) FROM bids GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)",
                "SELECT HOP_END(ts, INTERVAL '10' SECOND), COUNT(*) FROM bids GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)",
                "SELECT TUMBLE_ROWTIME(nope, INTERVAL '10' SECOND), COUNT(*) FROM bids GROUP BY TUMBLE(ts, INTERVAL '10' SECOND)",
                "SELECT tumble(INTERVAL '5' SECOND), COUNT(*) FROM bids GROUP BY tumble(INTERVAL '10' SECOND)",
                "SELECT COUNT(*) FROM bids GROUP BY TUMBLE(ts, INTERVAL '10' SECOND) HAVING TUMBLE_END(ts, INTERVAL '1' SECOND) IS NOT NULL"
            })
    void tellsOfNoOtherWindowThanTheGroups(String query) {
        try (Rowtide rowtide = open(0)) {
            assertThatThrownBy(() -> rowtide.execute(query))
                    .hasMessageContaining(" is not of the window that the query groups by");
        }
    }

    @Test
    void groupsByOneWindow() {
        try (Rowtide rowtide = open(0)) {
            assertThatThrownBy(() -> rowtide.execute(
                            "SELECT hop(INTERVAL '5' SECOND, INTERVAL '10' SECOND) AS w, session(INTERVAL '5' SECOND) AS x, COUNT(*)"
                                    + " FROM bids GROUP BY 1, 2"))
                    .hasMessageContaining("a second window in GROUP BY is not supported");
        }
    }

    @Test
    void aRowWithoutEventTimeSaysHowToLeaveItOut() throws IOException {
        Files.write(directory.resolve("bids.jsonl"), List.of("{\"k\": \"a\", \"v\": 1, \"x\": 0.5, \"ts\": null}"));
        assertThatThrownBy(() -> log("SELECT k, COUNT(*) FROM " + TUMBLE + " GROUP BY k, window_start, window_end", 0))
                .isInstanceOfSatisfying(EngineException.class, error -> {
                    assertThat(error.message()).isEqualTo("a row that is put into a window has no event time: NULL");
                    assertThat(error.hint()).startsWith("Leave out such rows before: FROM TUMBLE((SELECT");
                });
        String without = TUMBLE.replace("TABLE bids", "(SELECT * FROM bids WHERE ts IS NOT NULL)");
        assertThat(log("SELECT k, COUNT(*) FROM " + without + " GROUP BY k, window_start, window_end", 0))
                .isEmpty();
    }

    @Test
    void aTableOfLateRowsThatIsNotThereIsNamedBeforeAnythingRuns() {
        String query = "SELECT k, COUNT(*) FROM " + TUMBLE + " GROUP BY k, window_start, window_end";
        assertThatThrownBy(() -> log(query, 0, "late-rows", "nope"))
                .isInstanceOfSatisfying(
                        EngineException.class,
                        error -> assertThat(error.hint())
                                .isEqualTo(
                                        "'late-rows' names it as the table that takes late rows; it may also be count."));
    }

    @Test
    void panesAreOfOneKind() {
        String query = "SELECT k, COUNT(*) FROM " + TUMBLE + " GROUP BY k, window_start, window_end"
                + " EMIT AFTER WATERMARK WITH RETRACTING PANES AND DISCARDING PANES";
        assertThatThrownBy(() -> log(query, 0)).hasMessageContaining("EMIT has retracting panes already");
    }
}
