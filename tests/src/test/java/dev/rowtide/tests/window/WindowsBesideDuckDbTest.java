// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.tests.replay.FoldedResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Windows over rows in disorder, after every row, beside DuckDB, which is told by plain arithmetic which windows a row is in, and by the greatest time before it whether it is late.
 */
final class WindowsBesideDuckDbTest {

    private static final LocalDateTime START = LocalDateTime.of(2025, 3, 1, 12, 0);
    private static final int ROWS = 150;
    private static final int DISORDER_MILLIS = 9_000;

    private static final String TUMBLE = "TUMBLE(TABLE bids, DESCRIPTOR(ts), INTERVAL '4' SECOND, INTERVAL '1' SECOND)";
    private static final String HOP = "HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '6' SECOND)";
    private static final String UNEVEN = "HOP(TABLE bids, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '5' SECOND)";
    private static final String CUMULATE =
            "CUMULATE(TABLE bids, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '8' SECOND)";
    private static final String SESSION = "SESSION(TABLE bids PARTITION BY k, DESCRIPTOR(ts), INTERVAL '0.7' SECOND)";

    private static final String AGGREGATES =
            "k, window_start, window_end, COUNT(*) AS n, SUM(v) AS sv, MIN(x) AS mx, MAX(v) AS av, COUNT(DISTINCT v) AS d";
    private static final String GROUP = " GROUP BY k, window_start, window_end";

    @TempDir
    Path directory;

    private Connection duckDb;

    @BeforeEach
    void open() throws SQLException {
        duckDb = DriverManager.getConnection("jdbc:duckdb:");
    }

    private void load(int seed) throws SQLException, IOException {
        execute("CREATE TABLE bids (id INT, k VARCHAR, v INT, x DOUBLE, ts TIMESTAMP)");
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            LocalDateTime time = START.plusNanos(i * 230_000_000L)
                    .minusNanos(random.nextInt(DISORDER_MILLIS) * 1_000_000L * (random.nextInt(3) == 0 ? 1 : 0));
            String k = "k" + random.nextInt(3);
            int v = random.nextInt(6);
            double x = random.nextInt(1000) / 8.0;
            String ts = time.toString().replace('T', ' ');
            lines.add("{\"k\": \"" + k + "\", \"v\": " + v + ", \"x\": " + x + ", \"ts\": \"" + ts + "\"}");
            execute("INSERT INTO bids VALUES (" + i + ", '" + k + "', " + v + ", " + x + ", '" + ts + "')");
        }
        Files.write(directory.resolve("bids.jsonl"), lines);
    }

    @AfterEach
    void close() throws SQLException {
        duckDb.close();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = duckDb.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * The first {@code rows} rows in those windows for which they are not late.
     *
     * @param size of the windows, in milliseconds like all here; of those that cumulate the size of the largest
     * @param step 0 for windows side by side
     */
    private static String windows(String kind, int rows, long size, long step, long offset, long delay, long lateness) {
        String start = kind.equals("CUMULATE")
                ? "(epoch_ms(ts) // " + size + ") * " + size
                : "((epoch_ms(ts) - " + offset + ") // " + step + " - i) * " + step + " + " + offset;
        String end = kind.equals("CUMULATE") ? start + " + (i + 1) * " + step : start + " + " + size;
        return "(SELECT id, k, v, x, ts, epoch_ms(s) AS window_start, epoch_ms(e) AS window_end, e FROM"
                + " (SELECT *, " + start + " AS s, " + end + " AS e FROM (SELECT *, max(epoch_ms(ts)) OVER"
                + " (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) - " + delay
                + " AS wm FROM bids WHERE id < "
                + rows + "), range(0, " + ((size + step - 1) / step) + ") AS g(i))"
                + " WHERE epoch_ms(ts) >= s AND epoch_ms(ts) < e AND (wm IS NULL OR e - 1 > wm - " + lateness + "))";
    }

    private static String sessions(int rows, long gap) {
        return "(SELECT k, v, x, min(ts) OVER w AS window_start, max(ts) OVER w + INTERVAL '" + gap
                + " milliseconds' AS window_end FROM (SELECT *, sum(first) OVER (PARTITION BY k ORDER BY ts, id ROWS UNBOUNDED PRECEDING) AS session"
                + " FROM (SELECT *, CASE WHEN epoch_ms(ts) - lag(epoch_ms(ts)) OVER (PARTITION BY k ORDER BY ts, id) <= "
                + gap + " THEN 0 ELSE 1 END AS first FROM bids WHERE id < " + rows + "))"
                + " WINDOW w AS (PARTITION BY k, session))";
    }

    private List<String> expected(String query) throws SQLException {
        try (Statement statement = duckDb.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int c = 1; c <= rows.getMetaData().getColumnCount(); c++) {
                    row.add(text(rows.getObject(c)));
                }
                all.add(row.toString());
            }
            return all.stream().sorted().toList();
        }
    }

    private static String text(Object value) {
        if (value instanceof Timestamp timestamp) {
            LocalDateTime time = timestamp.toLocalDateTime();
            return String.valueOf(time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + time.getNano() / 1_000);
        }
        return value instanceof Number number
                ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
                : String.valueOf(value);
    }

    private interface Versions {
        void accept(int rows, List<String> result) throws SQLException;
    }

    private List<String> run(String query, int delayMillis, Versions versions, String... settings) {
        try (Rowtide rowtide = Rowtide.open()) {
            rowtide.execute("CREATE TABLE bids (k STRING, v INT, x DOUBLE, ts TIMESTAMP(3),"
                    + " WATERMARK FOR ts AS ts - INTERVAL '" + delayMillis / 1000 + "' SECOND)"
                    + " WITH ('connector' = 'filesystem', 'path' = '" + directory.resolve("bids.jsonl") + "')");
            for (int i = 0; i < settings.length; i += 2) {
                rowtide.set(settings[i], settings[i + 1]);
            }
            try (QueryResult result = (QueryResult) rowtide.execute(query)) {
                FoldedResult folded = new FoldedResult(result.schema());
                // Where rows are read one by one a step takes one.
                int[] steps = {0};
                result.forEachTick((ChangeBatch batch) -> folded.add(batch), () -> {}, () -> {
                    steps[0]++;
                    try {
                        if (steps[0] <= ROWS && steps[0] % 7 == 0) {
                            versions.accept(steps[0], rows(folded));
                        }
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
                return rows(folded);
            }
        }
    }

    private static List<String> rows(FoldedResult folded) {
        assertThat(folded.stray()).isNull();
        return Objects.requireNonNull(folded.rows()).stream()
                .map(row ->
                        row.stream().map(WindowsBesideDuckDbTest::text).toList().toString())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | TUMBLE | 4000 | 4000 | 1000 | 0 | 0",
                "2 | TUMBLE | 4000 | 4000 | 1000 | 2000 | 3000",
                "3 | HOP | 6000 | 2000 | 0 | 0 | 0",
                "4 | HOP | 6000 | 2000 | 0 | 3000 | 0",
                "5 | HOP | 6000 | 2000 | 0 | 1000 | 4000",
                "6 | UNEVEN | 5000 | 2000 | 0 | 1000 | 0",
                "7 | CUMULATE | 8000 | 2000 | 0 | 0 | 0",
                "8 | CUMULATE | 8000 | 2000 | 0 | 1000 | 5000"
            })
    void theRowsThatAreNotLateCount(int seed, String kind, long size, long step, long offset, int delay, long lateness)
            throws Exception {
        load(seed);
        String from = switch (kind) {
            case "TUMBLE" -> TUMBLE;
            case "HOP" -> HOP;
            case "UNEVEN" -> UNEVEN;
            default -> CUMULATE;
        };
        String query = "SELECT " + AGGREGATES + " FROM " + from + GROUP;
        String kept = lateness == 0 ? "" : " WITH ALLOWED LATENESS INTERVAL '" + lateness / 1000 + "' SECOND";
        List<String> end = expected(
                "SELECT " + AGGREGATES + " FROM " + windows(kind, ROWS, size, step, offset, delay, lateness) + GROUP);
        assertThat(end).isNotEmpty();
        // Once a window is complete it shows what came for it so far.
        Versions complete = (rows, result) -> assertThat(result)
                .as("%d rows", rows)
                .isEqualTo(expected("SELECT " + AGGREGATES + " FROM "
                        + windows(kind, rows, size, step, offset, delay, lateness)
                        + " WHERE e - 1 <= (SELECT max(epoch_ms(ts)) - " + delay + " FROM bids WHERE id < " + rows + ")"
                        + GROUP));
        assertThat(run(query + " EMIT AFTER WATERMARK" + kept, delay, complete, "pipeline.batch-rows", "1"))
                .isEqualTo(end);
        // On change every window does.
        Versions all = (rows, result) -> assertThat(result)
                .as("%d rows", rows)
                .isEqualTo(expected("SELECT " + AGGREGATES + " FROM "
                        + windows(kind, rows, size, step, offset, delay, lateness) + GROUP));
        String stream = query + " EMIT STREAM" + kept;
        assertThat(run(stream, delay, all, "pipeline.batch-rows", "1")).isEqualTo(end);
        for (String emit : List.of(" EMIT AFTER WATERMARK", " EMIT EVERY 3s", " EMIT STREAM")) {
            assertThat(run(query + emit + kept, delay, (rows, result) -> {}))
                    .as(emit)
                    .isEqualTo(end);
            assertThat(run(
                            query + emit + kept,
                            delay,
                            (rows, result) -> {},
                            "parallelism",
                            "3",
                            "mini-batch.size",
                            "20"))
                    .as(emit)
                    .isEqualTo(end);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 12, 13})
    void sessionsMergeUntilNoRowIsLate(int seed) throws Exception {
        load(seed);
        String query = "SELECT " + AGGREGATES + " FROM " + SESSION + GROUP;
        Versions all = (rows, result) -> assertThat(result)
                .as("%d rows", rows)
                .isEqualTo(expected("SELECT " + AGGREGATES + " FROM " + sessions(rows, 700) + GROUP));
        run(query + " EMIT STREAM WITH ALLOWED LATENESS 1h", 0, all, "pipeline.batch-rows", "1");
        // A session is complete when its end has been passed.
        Versions complete = (rows, result) -> assertThat(result)
                .as("%d rows", rows)
                .isEqualTo(expected("SELECT " + AGGREGATES + " FROM " + sessions(rows, 700)
                        + " WHERE epoch_ms(window_end) - 1 <= (SELECT max(epoch_ms(ts)) FROM bids WHERE id < " + rows
                        + ")" + GROUP));
        run(query + " EMIT AFTER WATERMARK WITH ALLOWED LATENESS 1h", 0, complete, "pipeline.batch-rows", "1");
        List<String> end = expected("SELECT " + AGGREGATES + " FROM " + sessions(ROWS, 700) + GROUP);
        assertThat(run(query, DISORDER_MILLIS, (rows, result) -> {})).isEqualTo(end);
        for (String emit : List.of("AFTER WATERMARK", "EVERY 2s", "STREAM")) {
            assertThat(run(query + " EMIT " + emit + " WITH ALLOWED LATENESS 1h", 0, (rows, result) -> {}))
                    .as(emit)
                    .isEqualTo(end);
        }
    }
}
