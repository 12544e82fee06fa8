// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.connector.BadRecords;
import dev.rowtide.core.connector.Connector;
import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.connector.SplitReader;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.parser.ScriptParser;
import dev.rowtide.parser.Statement;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.parser.statement.SqlCreateView;
import dev.rowtide.parser.statement.SqlDropObject;
import dev.rowtide.parser.statement.SqlInsertInto;
import dev.rowtide.parser.statement.SqlStatementSet;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import dev.rowtide.sql.changelog.ExplainPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A session for tests: a catalog, and connectors that have no data and plan everything. */
public final class Planning {

    private final Catalog catalog = new Catalog();
    private final Settings settings;

    /** A session that has run {@code script}. */
    public Planning(String... script) {
        this(Settings.empty(), script);
    }

    public Planning(Settings settings, String... script) {
        this.settings = settings;
        for (String statements : script) {
            run(statements);
        }
    }

    public Catalog catalog() {
        return catalog;
    }

    /** Plans or defines all statements of a script; the roots of what it plans. */
    public List<SinkNode> run(String script) {
        List<SinkNode> roots = new ArrayList<>();
        for (Statement statement : ScriptParser.parseScript(script)) {
            roots.addAll(run(statement.node()));
        }
        return roots;
    }

    private List<SinkNode> run(SqlNode node) {
        DataDefinition definition = new DataDefinition(catalog, settings, CONNECTORS);
        SqlPlanner planner = new SqlPlanner(catalog, settings, CONNECTORS);
        if (node instanceof SqlCreateTable create) {
            definition.createTable(create);
            return create.query() == null ? List.of() : planner.planInserts(List.of(definition.insertOf(create)));
        }
        if (node instanceof SqlCreateView create) {
            definition.createView(create);
            return List.of();
        }
        if (node instanceof SqlDropObject drop) {
            definition.drop(drop);
            return List.of();
        }
        if (node instanceof SqlInsertInto insert) {
            return planner.planInserts(List.of(insert));
        }
        if (node instanceof SqlStatementSet set) {
            return planner.planInserts(set.inserts());
        }
        Table result = new Table("result", planner.validateQuery(node), List.of(), "memory", Map.of());
        return List.of(planner.planQuery(node, result, new ReadsAll(Sink.Encoding.RETRACT)));
    }

    /** The plans of a script as text, without changelog modes. */
    public String plan(String script) {
        return ExplainPlan.of(run(script), false);
    }

    /** The columns of a query's result. */
    public Schema schema(String query) {
        return new SqlPlanner(catalog, settings, CONNECTORS)
                .validateQuery(ScriptParser.parseScript(query).get(0).node());
    }

    /** The error that a script ends in, as {@code 1:8 message | detail | hint}. */
    public String error(String script) {
        EngineException error = catchThrowableOfType(EngineException.class, () -> run(script));
        if (error == null) {
            throw new AssertionError("no error: " + script);
        }
        StringBuilder text = new StringBuilder(error.line() + ":" + error.column() + " " + error.message());
        if (error.detail() != null) {
            text.append(" | ").append(error.detail());
        }
        return error.hint() == null
                ? text.toString()
                : text.append(" | ").append(error.hint()).toString();
    }

    /** Knows {@code memory}, whose options are {@code mode} and {@code encoding}, and {@code filesystem}. */
    static final ConnectorRegistry CONNECTORS = name -> {
        if (name.equals("memory") || name.equals("filesystem")) {
            return new Memory(name);
        }
        throw new EngineException(ErrorCode.INVALID_OPTION, "there is no connector '" + name + "'")
                .withDetail("There are: filesystem, memory");
    };

    private record Memory(String name) implements Connector {

        private static final Setting<String> MODE =
                new Setting<>("mode", List.of("changelog"), "mode", "append", "What comes.", text -> text);
        private static final Setting<Integer> ROWS =
                new Setting<>("rows", List.of(), "count", "1", "How many.", Integer::valueOf);
        private static final Setting<String> PATH =
                new Setting<>("path", List.of(), "text", "", "Where.", text -> text);

        private static final Setting<Integer> LEAST =
                new Setting<>("fields.#.min", List.of(), "number", "", "The least.", Integer::valueOf);

        @Override
        public List<Setting<?>> options() {
            return List.of(MODE, ROWS, PATH, LEAST);
        }

        @Override
        public @Nullable Table inferColumns(Table table) {
            return table.withSchema(Schema.of(new Field("counter", Type.BIGINT), new Field("label", Type.STRING)));
        }

        @Override
        public Source source(Table table) {
            return new Empty(
                    switch (table.options().getOrDefault("mode", "append")) {
                        case "retract" -> ChangelogMode.RETRACT;
                        case "upsert" -> ChangelogMode.UPSERT;
                        default -> ChangelogMode.APPEND;
                    });
        }

        @Override
        public Sink sink(Table table) {
            return new ReadsAll(table.primaryKey().isEmpty() ? Sink.Encoding.RETRACT : Sink.Encoding.UPSERT);
        }
    }

    private record Empty(ChangelogMode mode) implements Source {

        @Override
        public boolean bounded() {
            return true;
        }

        @Override
        public List<String> splits() {
            return List.of();
        }

        @Override
        public SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords) {
            throw new UnsupportedOperationException("plans are not run here");
        }
    }

    private record ReadsAll(Encoding encoding) implements Sink {

        @Override
        public SinkWriter open(List<String> names, ChangelogMode mode) {
            throw new UnsupportedOperationException("plans are not run here");
        }
    }
}
