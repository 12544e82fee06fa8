// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.timejoin;

import dev.rowtide.engine.Change;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Result;
import dev.rowtide.engine.Rowtide;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Tables {@code a}, {@code b} and {@code c} of rows in disorder, some of them without a key, and {@code d} of versions of a key {@code k}; here and in DuckDB, where of the
 * versions of one time only the last is there.
 */
final class TimedTables {

    static final int DISORDER_SECONDS = 8;

    private static final LocalDateTime START = LocalDateTime.of(2025, 3, 1, 12, 0);
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    private final Path directory;
    private final List<String> inserts = new ArrayList<>();

    /** Writes the rows of the tables as files. */
    TimedTables(Path directory, int rows) throws IOException {
        this.directory = directory;
        Random random = new Random(5);
        for (String name : NAMES) {
            List<String> lines = new ArrayList<>();
            for (int id = 0; id < rows; id++) {
                String time = START.plusSeconds(id)
                        .minusSeconds(random.nextInt(DISORDER_SECONDS))
                        .toString()
                        .replace('T', ' ');
                String key = random.nextInt(12) == 0 && !name.equals("d") ? "null" : String.valueOf(random.nextInt(5));
                int value = random.nextInt(9);
                lines.add("{\"id\": " + id + ", \"k\": " + key + ", \"v\": " + value + ", \"ts\": \"" + time + "\"}");
                inserts.add("INSERT INTO " + name + " VALUES (" + id + ", " + key + ", " + value + ", '" + time + "')");
            }
            Files.write(directory.resolve(name + ".jsonl"), lines);
        }
    }

    /** A session with the tables, of which no row is late. */
    Rowtide open() {
        Rowtide rowtide = Rowtide.open();
        for (String name : NAMES) {
            rowtide.execute("CREATE TABLE " + name + " (id INT, k INT, v INT, ts TIMESTAMP(3),"
                    + (name.equals("d") ? " PRIMARY KEY (k) NOT ENFORCED," : "")
                    + " WATERMARK FOR ts AS ts - INTERVAL '" + DISORDER_SECONDS + "' SECOND)"
                    + " WITH ('connector' = 'filesystem', 'path' = '" + directory.resolve(name + ".jsonl") + "')");
        }
        return rowtide;
    }

    /** The changelog of a query. */
    List<String> log(String query, String... settings) {
        try (Rowtide rowtide = open()) {
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

    String plan(String query) {
        try (Rowtide rowtide = open()) {
            return ((Result.Text) rowtide.execute("EXPLAIN CHANGELOG_MODE " + query)).text();
        }
    }

    /** How often each row is there in the end. */
    static Map<String, Integer> folded(List<String> log) {
        Map<String, Integer> rows = new TreeMap<>();
        for (String line : log) {
            rows.merge(line.substring(2), line.startsWith("-") ? -1 : 1, Integer::sum);
        }
        rows.values().removeIf(count -> count == 0);
        return rows;
    }

    /** How often each row is in DuckDB's answer, all columns being whole numbers. */
    Map<String, Integer> duckDb(String query) throws SQLException {
        Map<String, Integer> rows = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            for (String name : NAMES) {
                statement.execute("CREATE TABLE " + name + " (id INT, k INT, v INT, ts TIMESTAMP)");
            }
            for (String insert : inserts) {
                statement.execute(insert);
            }
            statement.execute(
                    "DELETE FROM d WHERE EXISTS (SELECT 1 FROM d o WHERE o.k = d.k AND o.ts = d.ts AND o.id > d.id)");
            try (ResultSet result = statement.executeQuery(query)) {
                while (result.next()) {
                    List<String> row = new ArrayList<>();
                    for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
                        row.add(String.valueOf(result.getObject(c)));
                    }
                    rows.merge(row.toString(), 1, Integer::sum);
                }
            }
        }
        return rows;
    }
}
