// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.connector.Source;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.ConflictAction;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Settings;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.parser.statement.SqlInsertInto;
import dev.rowtide.sql.catalog.Catalog;
import dev.rowtide.sql.catalog.ConnectorRegistry;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.changelog.ChangelogSettings;
import dev.rowtide.sql.changelog.Compatibility;
import dev.rowtide.sql.changelog.InferChangelog;
import dev.rowtide.sql.changelog.SinkRequest;
import dev.rowtide.sql.constraint.SinkConstraints;
import dev.rowtide.sql.optimize.RelationalPlanner;
import dev.rowtide.sql.translate.TranslateOptions;
import dev.rowtide.sql.translate.TranslatePlan;
import dev.rowtide.sql.validate.InsertColumns;
import dev.rowtide.sql.validate.Positions;
import dev.rowtide.sql.validate.QueryValidation.Valid;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/** Plans queries and INSERTs, from the parsed statement to nodes with changelog modes. Cheap to make; keeps nothing between calls. */
public final class SqlPlanner {

    private final Catalog catalog;
    private final Settings settings;
    private final ConnectorRegistry connectors;

    public SqlPlanner(Catalog catalog, Settings settings, ConnectorRegistry connectors) {
        this.catalog = catalog;
        this.settings = settings;
        this.connectors = connectors;
    }

    /**
     * The columns of a query's result; a name that is there already gets a number behind it.
     *
     * @throws EngineException at its place in the text if the query is wrong, or not supported
     */
    public Schema validateQuery(SqlNode query) {
        Valid valid = relational().validation().query(query);
        return schema(query, valid);
    }

    /**
     * The plan of a query whose result goes into a sink of the caller's.
     *
     * @param target describes the sink; its columns are those of {@link #validateQuery}
     * @throws EngineException if the query is wrong, not supported, or the sink can't read its changelog
     */
    public SinkNode planQuery(SqlNode query, Table target, Sink sink) {
        RelationalPlanner relational = relational();
        Valid valid = relational.validation().query(query);
        schema(query, valid);
        TranslatePlan translate = translation(relational);
        RelNode plan = relational.plan(valid);
        SinkNode root = at(query, () -> translate.intoSink(plan, target));
        return finish(translate, List.of(root), List.of(new SinkRequest(root, sink, null)))
                .get(0);
    }

    /**
     * The plans of the INSERTs of one job, in their order; what they share is one node.
     *
     * @throws EngineException if one is wrong, not supported, or its table can't read the changelog
     */
    public List<SinkNode> planInserts(List<SqlInsertInto> inserts) {
        RelationalPlanner relational = relational();
        TranslatePlan translate = translation(relational);
        List<SinkNode> roots = new ArrayList<>();
        List<SinkRequest> requests = new ArrayList<>();
        SinkConstraints constraints = new SinkConstraints(
                settings.get(SqlSettings.NOT_NULL_ENFORCER), settings.get(SqlSettings.TYPE_LENGTH_ENFORCER));
        for (SqlInsertInto insert : inserts) {
            InsertColumns columns = InsertColumns.of(insert, catalog);
            Valid source = relational.validation().query(insert.getSource());
            Table target = columns.table();
            RelNode plan = relational.plan(source, columns.targets(source, constraints, relational.typeFactory()));
            SinkNode root = at(insert.getSource(), () -> translate.intoSink(plan, target, constraints));
            roots.add(root);
            requests.add(new SinkRequest(root, sinkOf(insert, target), conflictAction(insert)));
        }
        return finish(translate, roots, requests);
    }

    private List<SinkNode> finish(TranslatePlan translate, List<SinkNode> roots, List<SinkRequest> requests) {
        boolean followFlink = settings.get(ChangelogSettings.COMPATIBILITY) == Compatibility.FLINK;
        List<SinkNode> pruned = translate.pruned(
                roots,
                node -> followFlink
                        && requests.stream()
                                .anyMatch(request -> request.node() == node && request.looksForConflicts()));
        List<SinkRequest> prunedRequests = new ArrayList<>();
        for (int i = 0; i < pruned.size(); i++) {
            SinkRequest request = requests.get(i);
            prunedRequests.add(new SinkRequest(pruned.get(i), request.sink(), request.conflictAction()));
        }
        return InferChangelog.apply(prunedRequests, this::sourceOf, settings, isBatch());
    }

    /** What the engine lacks is missed at the query, unless it is known to be at a place in it. */
    private static SinkNode at(SqlNode query, Supplier<SinkNode> translation) {
        try {
            return translation.get();
        } catch (EngineException e) {
            throw e.line() > 0 ? e : Positions.at(query, e);
        }
    }

    private RelationalPlanner relational() {
        return new RelationalPlanner(catalog, connectors, isBatch());
    }

    private TranslatePlan translation(RelationalPlanner relational) {
        return new TranslatePlan(
                relational,
                new TranslateOptions(
                        settings.get(SqlSettings.TIME_ZONE),
                        isBatch(),
                        settings.get(ChangelogSettings.COMPATIBILITY) == Compatibility.FLINK));
    }

    private boolean isBatch() {
        return SqlSettings.isBatch(settings);
    }

    /** The source of a table, as its connector makes it. */
    public Source sourceOf(Table table) {
        return connectors.find(table.connector()).source(table);
    }

    /** The sink of a table, as its connector makes it. */
    public Sink sinkOf(Table table) {
        return connectors.find(table.connector()).sink(table);
    }

    private Sink sinkOf(SqlInsertInto insert, Table table) {
        try {
            return sinkOf(table);
        } catch (EngineException e) {
            throw e.line() > 0 ? e : Positions.at(insert.getTargetTable(), e);
        }
    }

    private static @Nullable ConflictAction conflictAction(SqlInsertInto insert) {
        return insert.conflictAction() == null
                ? null
                : ConflictAction.valueOf(insert.conflictAction().name());
    }

    private static Schema schema(SqlNode query, Valid valid) {
        Schema schema;
        try {
            schema = TypeMapping.toCoreSchema(valid.type());
        } catch (EngineException e) {
            throw Positions.at(query, e);
        }
        List<String> unique = SqlValidatorUtil.uniquify(schema.names(), false);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            fields.add(new Field(unique.get(i), schema.type(i)));
        }
        return new Schema(fields);
    }
}
