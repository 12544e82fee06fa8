// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.over;

import dev.rowtide.tests.replay.RowChange;
import dev.rowtide.tests.replay.TableChanges;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What DuckDB answers after each change of a table. */
final class Answers {

    private static final int TIME = 7;

    private final List<TableChanges> changes;

    Answers(List<TableChanges> changes) {
        this.changes = changes;
    }

    /** The result of a query at every version, from the one before the first change on, as sorted rows. */
    List<List<String>> everyVersion(String query) throws SQLException {
        // DuckDB has it within the parentheses.
        String written = query.replace(") IGNORE NULLS OVER", " IGNORE NULLS) OVER");
        List<List<String>> versions = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute("SET default_null_order = 'sqlite'");
            statement.execute(ReadingChanges.TABLE.replace("TIMESTAMP(3)", "TIMESTAMP"));
            try (PreparedStatement delete = connection.prepareStatement("DELETE FROM t WHERE id = ?");
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
                versions.add(rows(statement, written));
                for (TableChanges change : changes) {
                    apply(change.changes().get(0), delete, insert);
                    versions.add(rows(statement, written));
                }
            }
        }
        return versions;
    }

    private static void apply(RowChange change, PreparedStatement delete, PreparedStatement insert)
            throws SQLException {
        if (change.before() != null) {
            delete.setObject(1, change.before().get(0));
            delete.execute();
        }
        if (change.after() != null) {
            for (int c = 0; c < change.after().size(); c++) {
                Object value = change.after().get(c);
                insert.setObject(c + 1, c == TIME && value != null ? time((Long) value) : value);
            }
            insert.execute();
        }
    }

    private static LocalDateTime time(long micros) {
        return LocalDateTime.ofInstant(Instant.EPOCH.plus(micros, ChronoUnit.MICROS), ZoneOffset.UTC);
    }

    private static List<String> rows(Statement statement, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int c = 1; c <= result.getMetaData().getColumnCount(); c++) {
                    row.add(result.getObject(c));
                }
                rows.add(text(row));
            }
        }
        return rows.stream().sorted().toList();
    }

    /** A row as text by which both engines' answers are compared. */
    static String text(List<@Nullable Object> row) {
        return row.stream()
                .map(value -> value instanceof Number number
                        ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
                        : String.valueOf(value))
                .collect(Collectors.joining(", "));
    }
}
