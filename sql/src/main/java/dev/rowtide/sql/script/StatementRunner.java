// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.script;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
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
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/** Carries out what a statement asks of the SQL front, and says what is left for the engine. */
public final class StatementRunner {

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
            return new Action.Inserts(planner().planInserts(set.inserts()));
        } else if (node instanceof SqlInsertInto insert) {
            return new Action.Inserts(planner().planInserts(List.of(insert)));
        }
        return query(node instanceof SqlEmitChanges changes ? changes.query() : node);
    }

    private Action createTable(SqlCreateTable create) {
        DataDefinition definition = new DataDefinition(catalog, settings, connectors);
        boolean done = definition.createTable(create);
        if (done && create.query() != null) {
            return new Action.Inserts(planner().planInserts(List.of(definition.insertOf(create))));
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

    private Action query(SqlNode query) {
        if (!query.isA(SqlKind.QUERY)) {
            throw new EngineException(ErrorCode.NOT_SUPPORTED, query.getKind() + " is not supported")
                    .at(
                            query.getParserPosition().getLineNum(),
                            query.getParserPosition().getColumnNum());
        }
        SqlPlanner planner = planner();
        Schema schema = planner.validateQuery(query);
        return new Action.Query(schema, (table, sink) -> planner.planQuery(query, table, sink));
    }

    private Action explain(SqlExplainStatement explain) {
        SqlPlanner planner = planner();
        boolean modes = explain.details().contains(Detail.CHANGELOG_MODE);
        SqlNode node = explain.statement();
        List<SinkNode> plan;
        if (node instanceof SqlStatementSet set) {
            plan = planner.planInserts(set.inserts());
        } else if (node instanceof SqlInsertInto insert) {
            plan = planner.planInserts(List.of(insert));
        } else {
            SqlNode query = node instanceof SqlEmitChanges changes ? changes.query() : node;
            Table result = new Table("result", planner.validateQuery(query), List.of(), "result", Map.of());
            plan = List.of(planner.planQuery(query, result, ResultTable.SINK));
        }
        boolean exchanges = settings.get(SqlSettings.PARALLELISM) > 1;
        String text = ExplainPlan.of(
                plan, modes, exchanges, table -> !planner.sourceOf(table).bounded());
        return new Action.Explanation(text + "\n");
    }

    private SqlPlanner planner() {
        return new SqlPlanner(catalog, settings, connectors);
    }
}
