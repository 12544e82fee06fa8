// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.constraint.SinkConstraints;
import dev.rowtide.sql.optimize.RelationalPlanner;
import dev.rowtide.sql.validate.Relation;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Turns the relational plans of one job into the engine's. */
public final class TranslatePlan {

    private final RelationalPlanner relational;
    private final TranslateContext context;
    private final PlanNodes nodes;

    /**
     * For one job.
     *
     * @param relational whose plans are translated
     * @param zone the session's time zone
     * @param batch whether the job runs once over all of its input
     */
    public TranslatePlan(RelationalPlanner relational, ZoneId zone, boolean batch) {
        this.relational = relational;
        this.nodes = new PlanNodes(batch);
        this.context = new TranslateContext(relational.rexBuilder(), zone);
    }

    /**
     * A plan that writes to a table which takes the columns as they are.
     *
     * @param plan with the columns of {@code target}, of its types up to nullability and length
     * @param target the table
     * @throws EngineException if the engine lacks an operator or function of the plan
     */
    public SinkNode intoSink(RelNode plan, Table target) {
        return sink(node(plan), target);
    }

    /**
     * A plan that writes to a table, whose rows are checked for what the table demands.
     *
     * @throws EngineException as {@link #intoSink(RelNode, Table)} does
     */
    public SinkNode intoSink(RelNode plan, Table target, SinkConstraints constraints) {
        PlanNode input = node(plan);
        List<Expression> checks = constraints.checks(input.schema(), target);
        if (!checks.isEmpty()) {
            Type truth = Type.BOOLEAN.withNullable(false);
            input = nodes.filter(
                    input, checks.size() == 1 ? checks.get(0) : new Call(BuiltinFunction.AND, checks, truth));
        }
        return sink(input, target);
    }

    private SinkNode sink(PlanNode input, Table target) {
        for (int i = 0; i < target.schema().size(); i++) {
            Type given = input.schema().type(i);
            Type taken = target.schema().type(i);
            if (!SinkConstraints.isSameButForLength(given, taken)) {
                throw new IllegalStateException("column " + target.schema().name(i) + " of " + target.name() + " is "
                        + taken + ", not " + given);
            }
        }
        return nodes.sink(input, target);
    }

    /** The same plans without the columns that nobody reads. */
    public List<SinkNode> pruned(List<SinkNode> sinks) {
        return new PruneColumns(nodes).apply(sinks);
    }

    private PlanNode node(RelNode plan) {
        if (plan instanceof TableScan scan) {
            return scan(scan);
        }
        if (plan instanceof Values values) {
            return values(values);
        }
        if (plan instanceof Filter filter) {
            PlanNode input = node(filter.getInput());
            return nodes.filter(input, expressions(input).of(filter.getCondition()));
        }
        if (plan instanceof Project project) {
            PlanNode input = node(project.getInput());
            return nodes.project(
                    input,
                    expressions(input).all(project.getProjects()),
                    project.getRowType().getFieldNames());
        }
        if (plan instanceof Union union) {
            return union(union);
        }
        if (plan instanceof Aggregate aggregate) {
            return aggregate(aggregate);
        }
        PlanNode unnest = new TranslateUnnest(nodes, context, this::node).of(plan);
        if (unnest != null) {
            return unnest;
        }
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED, plan.getRelTypeName().replace("Logical", "") + " is not supported yet");
    }

    private TranslateExpression expressions(PlanNode input) {
        return new TranslateExpression(context, input.schema());
    }

    private PlanNode scan(TableScan scan) {
        Relation relation = scan.getTable().unwrapOrThrow(Relation.class);
        CatalogTable table = (CatalogTable) relation.object();
        List<Integer> columns =
                IntStream.range(0, table.table().schema().size()).boxed().toList();
        return nodes.scan(table.table(), columns, watermark(table, scan));
    }

    private @Nullable WatermarkSpec watermark(CatalogTable table, TableScan scan) {
        RexNode watermark = relational.watermark(table, scan);
        if (watermark == null || table.watermark() == null) {
            return null;
        }
        Schema physical = table.table().schema();
        String timeColumn = table.watermark().column();
        int column = IntStream.range(0, physical.size())
                .filter(i -> physical.name(i).equalsIgnoreCase(timeColumn))
                .findFirst()
                .orElse(-1);
        return new WatermarkSpec(column, new TranslateExpression(context, physical).of(watermark));
    }

    private PlanNode values(Values values) {
        Schema schema = TypeMapping.toCoreSchema(values.getRowType());
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (List<RexLiteral> tuple : values.getTuples()) {
            List<@Nullable Object> row = new ArrayList<>();
            for (int i = 0; i < tuple.size(); i++) {
                row.add(context.literals().datum(tuple.get(i), schema.type(i)));
            }
            rows.add(row);
        }
        return nodes.values(rows, schema);
    }

    private PlanNode union(Union union) {
        Schema schema = TypeMapping.toCoreSchema(union.getRowType());
        List<PlanNode> inputs = union.getInputs().stream()
                .map(input -> aligned(node(input), schema))
                .toList();
        PlanNode all = nodes.unionAll(inputs, schema);
        return union.all ? all : nodes.aggregate(all, allColumns(all), List.of(), schema.names());
    }

    /** A union's inputs must be stored alike. */
    private PlanNode aligned(PlanNode input, Schema schema) {
        List<Expression> columns = new ArrayList<>();
        boolean alike = true;
        for (int i = 0; i < schema.size(); i++) {
            Type type = input.schema().type(i);
            Expression column = Conversions.to(new InputRef(i, type), schema.type(i));
            columns.add(column);
            alike &= column instanceof InputRef;
        }
        return alike ? input : nodes.project(input, columns, schema.names());
    }

    private PlanNode aggregate(Aggregate aggregate) {
        PlanNode input = node(aggregate.getInput());
        if (aggregate.getGroupType() != Aggregate.Group.SIMPLE) {
            throw new EngineException(ErrorCode.NOT_SUPPORTED, "GROUPING SETS are not supported yet");
        }
        return nodes.aggregate(
                input,
                aggregate.getGroupSet().asList(),
                aggregate.getAggCallList().stream()
                        .map(TranslateAggregate::call)
                        .toList(),
                aggregate.getRowType().getFieldNames());
    }

    private static List<Integer> allColumns(PlanNode node) {
        return IntStream.range(0, node.schema().size()).boxed().toList();
    }
}
