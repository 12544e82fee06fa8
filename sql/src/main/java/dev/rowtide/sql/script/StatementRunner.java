// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.script;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.plan.RowOrdering;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Schema;
import dev.rowtide.parser.statement.SqlCreateFunction;
import dev.rowtide.parser.statement.SqlCreateTable;
import dev.rowtide.parser.statement.SqlCreateView;
import dev.rowtide.parser.statement.SqlDescribe;
import dev.rowtide.parser.statement.SqlDropObject;
import dev.rowtide.parser.statement.SqlEmitChanges;
import dev.rowtide.parser.statement.SqlExplainStatement;
import dev.rowtide.parser.statement.SqlExplainStatement.Detail;
import dev.rowtide.parser.statement.SqlInsertInto;
import dev.rowtide.parser.statement.SqlReset;
import dev.rowtide.parser.statement.SqlSet;
import dev.rowtide.parser.statement.SqlShow;
import dev.rowtide.parser.statement.SqlStatementSet;
import dev.rowtide.sql.DataDefinition;
import dev.rowtide.sql.SqlPlanner;
import dev.rowtide.sql.SqlSettings;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import dev.rowtide.sql.changelog.ExplainPlan;
import dev.rowtide.sql.validate.DefineFunction;
import dev.rowtide.sql.validate.Positions;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Carries out what a statement asks of the SQL front, and says what is left for the engine. */
public final class StatementRunner {

    private static final String NO_ORDER =
            "ORDER BY without LIMIT is left out: the rows of a continuous query come as they change,"
                    + " and a table has no order; --final, --batch and 'execution.runtime-mode' = 'batch' show them in it";

    private final Catalog catalog;
    private final Settings settings;
    private final ConnectorRegistry connectors;

    public StatementRunner(Catalog catalog, Settings settings, ConnectorRegistry connectors) {
        this.catalog = catalog;
        this.settings = settings;
        this.connectors = connectors;
    }

    /**
     * @throws EngineException if the statement is wrong; nothing has changed then
     */
    public Action run(ScriptStatement statement) {
        SqlNode node = statement.statement().node();
        if (node instanceof SqlCreateTable create) {
            return createTable(create);
        } else if (node instanceof SqlCreateView create) {
            boolean done = new DataDefinition(catalog, settings, connectors).createView(create);
            return new Action.Done("view " + create.name() + (done ? " created" : " exists already"));
        } else if (node instanceof SqlCreateFunction create) {
            return createFunction(create);
        } else if (node instanceof SqlDropObject drop) {
            boolean done = new DataDefinition(catalog, settings, connectors).drop(drop);
            return new Action.Done(drop.name() + (done ? " dropped" : " does not exist"));
        } else if (node instanceof SqlSet set) {
            return new Action.Set(set.key(), set.value());
        } else if (node instanceof SqlReset reset) {
            return new Action.Reset(reset.key());
        } else if (node instanceof SqlShow show) {
            return show(show);
        } else if (node instanceof SqlDescribe describe) {
            return CatalogListings.describe(catalog, describe.name());
        } else if (node instanceof SqlExplainStatement explain) {
            return explain(explain);
        } else if (node instanceof SqlStatementSet set) {
            return inserts(set.inserts());
        } else if (node instanceof SqlInsertInto insert) {
            return inserts(List.of(insert));
        }
        return query(changing(node));
    }

    private Action createTable(SqlCreateTable create) {
        DataDefinition definition = new DataDefinition(catalog, settings, connectors);
        boolean done = definition.createTable(create);
        if (done && create.query() != null) {
            return inserts(List.of(definition.insertOf(create)));
        }
        return new Action.Done("table " + create.name() + (done ? " created" : " exists already"));
    }

    private Action createFunction(SqlCreateFunction create) {
        DefineFunction types = new DataDefinition(catalog, settings, connectors).functionTypes(create);
        return types == null
                ? new Action.Done("function " + create.name() + " exists already")
                : new Action.CreateFunction(
                        create.name().getSimple(),
                        types.parameters(),
                        types.result(),
                        create.className(),
                        create.jar());
    }

    private Action show(SqlShow show) {
        return switch (show.subject()) {
            case DROPPED -> new Action.ShowDropped();
            case SETTINGS -> new Action.Set(null, null);
            default -> CatalogListings.show(catalog, show);
        };
    }

    private static SqlNode changing(SqlNode node) {
        return node instanceof SqlEmitChanges changes
                ? SqlEmitChanges.ofWindows(changes.query(), node.getParserPosition())
                : node;
    }

    private Action query(SqlNode query) {
        if (!query.isA(SqlKind.QUERY)) {
            throw new EngineException(ErrorCode.NOT_SUPPORTED, query.getKind() + " is not supported")
                    .at(
                            query.getParserPosition().getLineNum(),
                            query.getParserPosition().getColumnNum());
        }
        SqlPlanner planner = planner();
        Schema schema = planner.validateQuery(query);
        return new Action.Query(
                schema,
                planner.ordering(query),
                planner.ignoresOrder(query) ? List.of(NO_ORDER) : List.of(),
                (table, sink) -> planner.planQuery(query, table, sink));
    }

    private Action inserts(List<SqlInsertInto> inserts) {
        SqlPlanner planner = planner();
        List<SinkNode> sinks = planner.planInserts(inserts);
        boolean ignored = inserts.stream().anyMatch(insert -> planner.ignoresOrder(insert.getSource()));
        return new Action.Inserts(sinks, ignored ? List.of(NO_ORDER) : List.of());
    }

    private Action explain(SqlExplainStatement explain) {
        for (Detail detail : explain.details()) {
            if (detail != Detail.CHANGELOG_MODE) {
                throw Positions.at(
                        explain,
                        new EngineException(ErrorCode.NOT_SUPPORTED, "EXPLAIN " + detail + " is not supported")
                                .withHint(
                                        "EXPLAIN shows the plan; EXPLAIN CHANGELOG_MODE also its changes, keys and state."));
            }
        }
        SqlPlanner planner = planner();
        boolean modes = explain.details().contains(Detail.CHANGELOG_MODE);
        SqlNode node = explain.statement();
        List<SqlNode> queries;
        List<SinkNode> plan;
        if (node instanceof SqlStatementSet set) {
            queries = set.inserts().stream().map(SqlInsertInto::getSource).toList();
            plan = planner.planInserts(set.inserts());
        } else if (node instanceof SqlInsertInto insert) {
            queries = List.of(insert.getSource());
            plan = planner.planInserts(List.of(insert));
        } else {
            SqlNode query = changing(node);
            RowOrdering ordering = planner.ordering(query);
            Schema schema = ordering == null ? planner.validateQuery(query) : ordering.rows();
            Table result = new Table("result", schema, List.of(), "result", Map.of());
            queries = List.of(query);
            plan = List.of(planner.planQuery(query, result, ResultTable.SINK));
        }
        boolean exchanges = settings.get(SqlSettings.PARALLELISM) > 1;
        String text = ExplainPlan.of(
                plan, modes, exchanges, table -> !planner.sourceOf(table).bounded());
        boolean ignored = queries.stream().anyMatch(planner::ignoresOrder);
        return new Action.Explanation(text + "\n" + (ignored ? "\n" + NO_ORDER + ".\n" : ""));
    }

    private SqlPlanner planner() {
        return new SqlPlanner(catalog, settings, connectors);
    }
}
