// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.sqllogictest;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.engine.QueryResult;
import dev.rowtide.engine.Rowtide;
import dev.rowtide.tests.replay.FoldedResult;
import dev.rowtide.tests.replay.ReplayClock;
import dev.rowtide.tests.replay.ReplayConnector;
import dev.rowtide.tests.replay.TableChanges;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a test file and a session that knows them. Statements that change rows become changes in a {@link TableHistory}; which rows an UPDATE or DELETE
 * means, and what an {@code INSERT … SELECT} puts in, the session itself tells, by a query in batch mode.
 */
final class Database implements AutoCloseable {

    private final Map<String, TableHistory> tables = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final ReplayConnector connector = new ReplayConnector();
    private final Rowtide session;

    Database() {
        session =
                Rowtide.builder().connector(connector).clock(new ReplayClock()).open();
    }

    /**
     * Carries out a statement.
     *
     * @return whether it is of a kind that is carried out; one that isn't has no effect
     * @throws dev.rowtide.core.error.EngineException if the session refuses it
     */
    boolean execute(String sql) {
        SqlTokens tokens = SqlTokens.of(sql);
        if (tokens.isAt(0, "CREATE", "TABLE")) {
            createTable(tokens);
        } else if (tokens.isAt(0, "DROP", "TABLE")) {
            session.execute(tokens.toString()).close();
            tables.remove(tokens.get(tokens.size() - 1));
        } else if (tokens.isAt(0, "CREATE", "VIEW") || tokens.isAt(0, "DROP", "VIEW")) {
            session.execute(CorpusSql.expression(tokens)).close();
        } else if (tokens.isAt(0, "INSERT", "INTO")) {
            insert(tokens, 2, false);
        } else if (tokens.isAt(0, "REPLACE", "INTO")) {
            insert(tokens, 2, true);
        } else if (tokens.isAt(0, "INSERT", "OR", "REPLACE", "INTO")) {
            insert(tokens, 4, true);
        } else if (tokens.isAt(0, "DELETE", "FROM")) {
            delete(tokens);
        } else if (tokens.isAt(0, "UPDATE")) {
            update(tokens);
        } else {
            return isWithoutEffect(tokens);
        }
        return true;
    }

    private static boolean isWithoutEffect(SqlTokens tokens) {
        return tokens.isAt(1, "INDEX") || tokens.isAt(1, "UNIQUE", "INDEX") || tokens.isAt(0, "REINDEX");
    }

    private void createTable(SqlTokens tokens) {
        String name = tokens.get(2);
        List<Field> fields = new ArrayList<>();
        Set<Integer> key = new HashSet<>();
        for (SqlTokens column : tokens.part(4, tokens.closing(3)).list()) {
            if (column.indexOf("PRIMARY", 0) < column.size()) {
                key.add(fields.size());
            }
            fields.add(new Field(column.get(0), type(column.get(1))));
        }
        String columns =
                fields.stream().map(field -> field.name() + " " + field.type()).collect(Collectors.joining(", "));
        String keyNames = key.stream().map(c -> fields.get(c).name()).collect(Collectors.joining(", "));
        session.execute("CREATE TABLE " + name + " (" + columns
                        + (key.isEmpty() ? "" : ", PRIMARY KEY (" + keyNames + ") NOT ENFORCED")
                        + ") WITH ('connector' = '" + ReplayConnector.NAME + "')")
                .close();
        tables.put(name, new TableHistory(new Schema(fields), key));
    }

    private static Type type(String word) {
        return switch (CorpusSql.type(word)) {
            case "BIGINT" -> Type.BIGINT;
            case "DOUBLE" -> Type.DOUBLE;
            case "STRING" -> Type.STRING;
            default -> throw new IllegalArgumentException("columns of type " + word);
        };
    }

    private TableHistory table(String name) {
        TableHistory table = tables.get(name);
        if (table == null) {
            throw new IllegalArgumentException("no table " + name);
        }
        return table;
    }

    private void insert(SqlTokens tokens, int at, boolean replace) {
        TableHistory table = table(tokens.get(at));
        int width = table.schema().size();
        int next = at + 1;
        List<Integer> columns = IntStream.range(0, width).boxed().toList();
        if (tokens.isAt(next, "(")) {
            int close = tokens.closing(next);
            columns = tokens.part(next + 1, close).list().stream()
                    .map(name -> column(table, name.toString()))
                    .toList();
            next = close + 1;
        }
        for (List<@Nullable Object> given : rows(tokens, next)) {
            List<@Nullable Object> row = new ArrayList<>(Collections.nCopies(width, null));
            for (int i = 0; i < columns.size(); i++) {
                int column = columns.get(i);
                row.set(column, datum(given.get(i), table.schema().type(column)));
            }
            List<@Nullable Object> old = replace ? table.sameKey(row) : null;
            if (old == null) {
                table.insert(row);
            } else {
                table.update(old, row);
            }
        }
    }

    private List<List<@Nullable Object>> rows(SqlTokens tokens, int at) {
        if (!tokens.isAt(at, "VALUES")) {
            return query(CorpusSql.of(tokens.part(at, tokens.size()).toString()).sql());
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (SqlTokens row : tokens.part(at + 1, tokens.size()).list()) {
            List<@Nullable Object> values = new ArrayList<>();
            for (SqlTokens value : row.part(1, row.size() - 1).list()) {
                values.add(literal(value));
            }
            rows.add(values);
        }
        return rows;
    }

    private static @Nullable Object literal(SqlTokens value) {
        String text = value.toString().replace(" ", "");
        if (value.get(0).startsWith("'")) {
            String quoted = value.get(0);
            return quoted.substring(1, quoted.length() - 1).replace("''", "'");
        }
        return text.equalsIgnoreCase("NULL") ? null : new BigDecimal(text);
    }

    private static int column(TableHistory table, String name) {
        for (int c = 0; c < table.schema().size(); c++) {
            if (table.schema().name(c).equalsIgnoreCase(name)) {
                return c;
            }
        }
        throw new IllegalArgumentException("no column " + name);
    }

    /** A value as the column holds it. */
    private static @Nullable Object datum(@Nullable Object value, Type type) {
        if (value == null) {
            return null;
        }
        return switch (type.kind()) {
            case BIGINT -> value instanceof Long ? value : (Object) new BigDecimal(value.toString()).longValueExact();
            case DOUBLE -> Double.valueOf(value.toString());
            default -> value.toString();
        };
    }

    private void delete(SqlTokens tokens) {
        TableHistory table = table(tokens.get(2));
        query("SELECT * FROM " + CorpusSql.expression(tokens.part(2, tokens.size())))
                .forEach(table::delete);
    }

    private void update(SqlTokens tokens) {
        TableHistory table = table(tokens.get(1));
        int where = tokens.indexOf("WHERE", 0);
        List<Integer> columns = new ArrayList<>();
        StringBuilder items = new StringBuilder("SELECT *");
        for (SqlTokens assignment : tokens.part(3, where).list()) {
            columns.add(column(table, assignment.get(0)));
            items.append(", ")
                    .append(CorpusSql.expression(assignment.part(2, assignment.size())))
                    .append(" AS new_value")
                    .append(columns.size());
        }
        items.append(" FROM ").append(tokens.get(1)).append(' ');
        int width = table.schema().size();
        for (List<@Nullable Object> row : query(items + CorpusSql.expression(tokens.part(where, tokens.size())))) {
            List<@Nullable Object> before = new ArrayList<>(row.subList(0, width));
            List<@Nullable Object> after = new ArrayList<>(before);
            for (int i = 0; i < columns.size(); i++) {
                int column = columns.get(i);
                after.set(column, datum(row.get(width + i), table.schema().type(column)));
            }
            table.update(before, after);
        }
    }

    /** The rows of a query that the session runs in batch mode. */
    private List<List<@Nullable Object>> query(String sql) {
        FoldedResult result = batch(sql);
        List<List<@Nullable Object>> rows = result.rows();
        if (rows == null) {
            throw new IllegalArgumentException("a batch result takes rows out: " + sql);
        }
        return rows;
    }

    /**
     * Plans a query without running it.
     *
     * @throws dev.rowtide.core.error.EngineException if it is refused
     */
    void plan(String sql) {
        session.execute("EXPLAIN " + sql).close();
    }

    /** Runs a query in batch mode. */
    FoldedResult batch(String sql) {
        session.set("execution.runtime-mode", "batch");
        try {
            return run(sql, new SplittableRandom(0));
        } finally {
            session.execute("RESET 'execution.runtime-mode'").close();
        }
    }

    /**
     * Runs a query as a continuous one.
     *
     * @param random chooses how the tables come to their content
     * @param flushRows after how many rows the reader sees the difference; 0 for every change
     */
    FoldedResult continuous(String sql, SplittableRandom random, int flushRows) {
        if (flushRows == 0) {
            return run(sql, random);
        }
        session.set("mini-batch.size", String.valueOf(flushRows));
        try {
            return run(sql, random);
        } finally {
            session.execute("RESET 'mini-batch.size'").close();
        }
    }

    /** The ways of all tables to their content, tick by tick, within a tick table by table in a random order. */
    private List<TableChanges> changes(SplittableRandom random) {
        List<List<TableChanges>> byTable = new ArrayList<>();
        tables.forEach((name, table) -> byTable.add(table.ticks(random).stream()
                .map(changes -> new TableChanges(name, changes))
                .toList()));
        List<TableChanges> changes = new ArrayList<>();
        for (int t = 0; t < TableHistory.TICKS; t++) {
            List<List<TableChanges>> left = new ArrayList<>(byTable);
            while (!left.isEmpty()) {
                changes.add(left.remove(random.nextInt(left.size())).get(t));
            }
        }
        return changes;
    }

    private FoldedResult run(String sql, SplittableRandom random) {
        connector.rewind(changes(random));
        try (QueryResult query = (QueryResult) session.execute(sql)) {
            FoldedResult folded = new FoldedResult(query.schema());
            query.forEachTick(folded::add, () -> {}, () -> {});
            return folded;
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
