// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.jdbc;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.connector.LookupAnswer;
import dev.rowtide.core.connector.LookupReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Asks a database for the rows of many keys by one query. Queries have places for 1, 2, 4 … keys, the last key being said again where there are more places, so that few
 * have to be prepared. The database may take more for equal than is the same: rows of other keys are left out.
 */
final class JdbcLookupReader implements LookupReader {

    private static final int KEYS_MAX = 256;
    private static final int KEYS_TOLD = 3;
    private static final long PAUSE_MILLIS = 100;

    private final Database database;
    private final List<Integer> columns;
    private final List<Integer> keys;
    private final Schema schema;
    private final List<Type> keyTypes;
    private final Map<Integer, PreparedStatement> statements = new HashMap<>();
    private @Nullable Connection connection;
    private Database.@Nullable Query query;

    JdbcLookupReader(Database database, List<Integer> columns, List<Integer> keys) {
        this.database = database;
        this.columns = columns;
        this.keys = keys;
        schema = database.table()
                .schema()
                .project(columns.stream().mapToInt(Integer::intValue).toArray());
        keyTypes = keys.stream().map(schema::type).toList();
    }

    /** Reads something of the database into columns. */
    @FunctionalInterface
    private interface Reading {
        void into(ResultColumns result, Connection connection, Database.Query query) throws SQLException;
    }

    @Override
    public LookupAnswer rows(Column[] keyColumns, int count) {
        List<List<Object>> asked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Object> key = new ArrayList<>();
            for (int k = 0; k < keyColumns.length; k++) {
                key.add(Objects.requireNonNull(Datum.get(keyColumns[k], i, keyTypes.get(k))));
            }
            asked.add(key);
        }
        return read(
                (result, open, query) -> {
                    for (int from = 0; from < count; from += KEYS_MAX) {
                        ask(asked.subList(from, Math.min(count, from + KEYS_MAX)), result, open, query);
                    }
                },
                asked);
    }

    private void ask(List<List<Object>> asked, ResultColumns result, Connection open, Database.Query query)
            throws SQLException {
        int places = Integer.highestOneBit(Math.max(1, 2 * asked.size() - 1));
        PreparedStatement statement = statements.get(places);
        if (statement == null) {
            statement = open.prepareStatement(query.text() + " WHERE " + condition(query.keys(), places));
            statements.put(places, statement);
        }
        int parameter = 1;
        for (int place = 0; place < places; place++) {
            List<Object> key = asked.get(Math.min(place, asked.size() - 1));
            for (int k = 0; k < key.size(); k++) {
                ResultColumns.set(statement, parameter++, key.get(k), keyTypes.get(k));
            }
        }
        Set<List<Object>> wanted = asked.stream()
                .map(key -> key.stream().map(ResultColumns::comparable).toList())
                .collect(Collectors.toCollection(HashSet::new));
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                List<@Nullable Object> row = result.row(rows);
                List<Object> key = new ArrayList<>();
                for (int k : keys) {
                    key.add(ResultColumns.comparable(Objects.requireNonNull(row.get(k))));
                }
                if (wanted.contains(key)) {
                    result.append(row);
                }
            }
        }
    }

    private static String condition(List<String> keys, int places) {
        if (keys.size() == 1) {
            return places == 1
                    ? keys.get(0) + " = ?"
                    : keys.get(0) + " IN (" + String.join(", ", Collections.nCopies(places, "?")) + ")";
        }
        String one = keys.stream().map(key -> key + " = ?").collect(Collectors.joining(" AND ", "(", ")"));
        return String.join(" OR ", Collections.nCopies(places, one));
    }

    @Override
    public LookupAnswer allRows() {
        return read(
                (result, open, query) -> {
                    try (PreparedStatement statement = open.prepareStatement(query.text());
                            ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            List<@Nullable Object> row = result.row(rows);
                            if (keys.stream().allMatch(key -> row.get(key) != null)) {
                                result.append(row);
                            }
                        }
                    }
                },
                List.of());
    }

    private LookupAnswer read(Reading reading, List<List<Object>> asked) {
        long retries = database.settings().get(JdbcOptions.MAX_RETRIES);
        for (long failed = 0; ; failed++) {
            ResultColumns result = new ResultColumns(database.table().name(), schema);
            try {
                Connection open = connection;
                Database.Query known = query;
                if (open == null || known == null) {
                    open = database.connect();
                    connection = open;
                    known = database.query(open, columns, keys);
                    query = known;
                }
                reading.into(result, open, known);
                int rows = result.rows();
                return new LookupAnswer(rows, result.build());
            } catch (SQLException e) {
                close();
                if (failed >= retries) {
                    throw failure(e, asked, failed);
                }
                pause(failed);
            }
        }
    }

    /** The first time nobody waits: a connection may just have been idle for too long. */
    private static void pause(long failed) {
        try {
            Thread.sleep(failed == 0 ? 0 : PAUSE_MILLIS << Math.min(failed, 6));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException(ErrorCode.CANCELLED, "the job was interrupted").causedBy(e);
        }
    }

    private EngineException failure(SQLException e, List<List<Object>> asked, long failed) {
        EngineException error = database.failure("looked up", e);
        String told = asked.stream().limit(KEYS_TOLD).map(this::text).collect(Collectors.joining("; "));
        String more = asked.size() > KEYS_TOLD ? " and " + (asked.size() - KEYS_TOLD) + " more" : "";
        String keysTold = asked.isEmpty() ? "All its rows were asked for" : "Asked for was " + told + more;
        return error.withDetail(
                keysTold + (failed == 0 ? ", once. " : ", " + (failed + 1) + " times. ") + error.detail());
    }

    private String text(List<Object> key) {
        return IntStream.range(0, key.size())
                .mapToObj(k -> schema.name(keys.get(k)) + " = "
                        + ValueText.format(key.get(k), keyTypes.get(k), ZoneOffset.UTC))
                .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        statements.clear();
        query = null;
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                // What was to be read was read, or is told to have failed.
            }
        }
    }
}
