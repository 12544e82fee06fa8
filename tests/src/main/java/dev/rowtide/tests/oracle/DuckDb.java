// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A DuckDB in memory. */
final class DuckDb implements AutoCloseable {

    private final Connection connection;

    DuckDb() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            statement.execute("CREATE MACRO divide_half_up(n, d) AS"
                    + " CASE WHEN d > 0 THEN sign(n) * ((2 * abs(n) + d) // (2 * d)) END");
        }
    }

    /** Whether the fault is DuckDB's own: a plan that it lacks or that it makes wrongly. It may take nothing more after that. */
    static boolean isDefect(SQLException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("INTERNAL Error") || message.contains("Not implemented Error");
    }

    /** The result of the case's query at every version. */
    VersionedTables answer(OracleCase oracleCase) throws SQLException {
        return answers(List.of(oracleCase)).get(0);
    }

    /** The results of cases that have one query. */
    List<VersionedTables> answers(List<OracleCase> cases) throws SQLException {
        return answers(cases, DuckDbSql.continuous(cases));
    }

    /** The result of the case's query asked once, at the end; all versions before are empty. */
    VersionedTables answerOnce(OracleCase oracleCase) throws SQLException {
        return answers(List.of(oracleCase), DuckDbSql.batch(oracleCase)).get(0);
    }

    private List<VersionedTables> answers(List<OracleCase> cases, DuckDbSql sql) throws SQLException {
        Schema schema = RowtideSql.sinkSchema(cases.get(0).query());
        List<VersionedTables> answers = new ArrayList<>();
        cases.forEach(each -> answers.add(new VersionedTables(each.arrivals().size() + 1)));
        int of = 0;
        int first = 0;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql.query())) {
            while (rows.next()) {
                StringBuilder text = new StringBuilder();
                for (int c = 0; c < schema.size(); c++) {
                    RowText.append(text, value(rows, c + 2, schema.type(c)), schema.type(c));
                }
                int version = rows.getInt(1);
                while (version - first > answers.get(of).last()) {
                    first += answers.get(of++).last() + 1;
                }
                answers.get(of).add(version - first, text.toString());
            }
        }
        return answers;
    }

    private static @Nullable Object value(ResultSet rows, int index, Type type) throws SQLException {
        Object value = switch (type.kind()) {
            case BOOLEAN -> rows.getBoolean(index);
            case DOUBLE -> rows.getDouble(index);
            case DECIMAL -> rows.getBigDecimal(index);
            case VARCHAR -> rows.getString(index);
            default -> rows.getLong(index);
        };
        if (value == null || rows.wasNull()) {
            return null;
        }
        return value instanceof java.math.BigDecimal decimal
                ? decimal.setScale(type.scale(), RoundingMode.UNNECESSARY)
                : value;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
