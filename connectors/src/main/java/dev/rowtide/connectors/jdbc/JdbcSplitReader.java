// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.jdbc;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.plan.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads a table, by its primary key where it declares one, so that it can be read on from a row number. */
final class JdbcSplitReader implements SplitReader {

    private final Database database;
    private final List<Integer> columns;
    private final long skipped;
    private final ResultColumns result;
    private @Nullable Connection connection;
    private @Nullable ResultSet rows;
    private long read;
    private boolean ended;

    JdbcSplitReader(Database database, List<Integer> columns, long skipped) {
        this.database = database;
        this.columns = columns;
        this.skipped = skipped;
        Table table = database.table();
        result = new ResultColumns(
                table.name(),
                table.schema()
                        .project(columns.stream().mapToInt(Integer::intValue).toArray()));
    }

    @Override
    public @Nullable ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis) {
        if (ended) {
            return null;
        }
        try {
            ResultSet open = rows == null ? open() : rows;
            while (result.rows() < rowsMax && !ended) {
                if (open.next()) {
                    result.append(result.row(open));
                } else {
                    ended = true;
                }
            }
        } catch (SQLException e) {
            throw database.failure("read", e);
        }
        int count = result.rows();
        read += count;
        return count == 0
                ? null
                : ChangeBatch.inserts(count, result.build().toArray(new Column[0]), firstPosition, Watermarks.absent());
    }

    private ResultSet open() throws SQLException {
        Connection open = database.connect();
        connection = open;
        // Some drivers fetch all rows at once outside of a transaction.
        open.setAutoCommit(false);
        List<String> names = database.table().schema().names();
        List<Integer> keyColumns =
                database.table().primaryKey().stream().map(names::indexOf).toList();
        Database.Query query = database.query(open, columns, List.of());
        List<String> keys = database.query(
                        open,
                        keyColumns,
                        IntStream.range(0, keyColumns.size()).boxed().toList())
                .keys();
        String order = keys.isEmpty() ? "" : keys.stream().collect(Collectors.joining(", ", " ORDER BY ", ""));
        PreparedStatement statement = open.prepareStatement(query.text() + order);
        statement.setFetchSize(Math.toIntExact(database.settings().get(JdbcOptions.FETCH_SIZE)));
        ResultSet opened = statement.executeQuery();
        for (read = 0; read < skipped && opened.next(); read++) {
            // These were read before.
        }
        rows = opened;
        return opened;
    }

    @Override
    public boolean ended() {
        return ended;
    }

    @Override
    public String position() {
        return Long.toString(read);
    }

    @Override
    public @Nullable String place(long position) {
        return "table " + database.settings().get(JdbcOptions.TABLE_NAME) + " of the database";
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                // Nothing more is wanted of it.
            }
        }
    }
}
