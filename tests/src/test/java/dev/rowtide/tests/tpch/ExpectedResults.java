// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.tpch;

import dev.rowtide.tests.replay.RowChange;
import dev.rowtide.tests.replay.TableChanges;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What DuckDB answers to each query after each of the changes. */
final class ExpectedResults {

    /** By query, by number of changes. */
    private final List<List<ResultRows>> results = new ArrayList<>();

    ExpectedResults(List<TableChanges> changes) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            for (String table : TpchSql.duckDbSchema().split(";")) {
                statement.execute(table);
            }
            for (int number = 1; number <= TpchSql.QUERIES; number++) {
                results.add(new ArrayList<>());
            }
            ask(statement);
            for (TableChanges some : changes) {
                apply(connection, some);
                ask(statement);
            }
        }
    }

    /** The result of a query, numbered from 1, after so many changes. */
    ResultRows after(int changes, int query) {
        return results.get(query - 1).get(changes);
    }

    private void ask(Statement statement) throws SQLException {
        for (int number = 1; number <= TpchSql.QUERIES; number++) {
            ResultRows rows = new ResultRows();
            try (ResultSet answer = statement.executeQuery(TpchSql.duckDbQuery(number))) {
                int columns = answer.getMetaData().getColumnCount();
                while (answer.next()) {
                    List<@Nullable Object> row = new ArrayList<>();
                    for (int c = 1; c <= columns; c++) {
                        row.add(answer.getObject(c));
                    }
                    rows.add(row);
                }
            }
            results.get(number - 1).add(rows.sort());
        }
    }

    private static void apply(Connection connection, TableChanges some) throws SQLException {
        List<String> columns = new ArrayList<>();
        List<Boolean> dates = new ArrayList<>();
        try (ResultSet rows = connection.getMetaData().getColumns(null, null, some.table(), null)) {
            while (rows.next()) {
                columns.add(rows.getString("COLUMN_NAME"));
                dates.add(rows.getString("TYPE_NAME").equals("DATE"));
            }
        }
        List<Integer> key = Objects.requireNonNull(TpchData.KEYS.get(some.table()));
        String where = key.stream().map(c -> columns.get(c) + " = ?").collect(Collectors.joining(" AND "));
        String parameters = columns.stream().map(column -> "?").collect(Collectors.joining(", "));
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + some.table() + " WHERE " + where);
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + some.table() + " VALUES (" + parameters + ")")) {
            for (RowChange change : some.changes()) {
                if (change.before() != null) {
                    for (int k = 0; k < key.size(); k++) {
                        delete.setObject(k + 1, change.before().get(key.get(k)));
                    }
                    delete.executeUpdate();
                }
                if (change.after() != null) {
                    for (int c = 0; c < columns.size(); c++) {
                        Object value = change.after().get(c);
                        insert.setObject(
                                c + 1, dates.get(c) && value instanceof Long day ? LocalDate.ofEpochDay(day) : value);
                    }
                    insert.executeUpdate();
                }
            }
        }
    }
}
