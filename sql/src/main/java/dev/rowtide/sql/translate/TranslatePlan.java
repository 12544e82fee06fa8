// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.WatermarkSpec;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.parser.statement.SqlOrderWithTies;
import dev.rowtide.sql.catalog.CatalogTable;
import dev.rowtide.sql.catalog.TypeMapping;
import dev.rowtide.sql.constraint.SinkConstraints;
import dev.rowtide.sql.optimize.RelationalPlanner;
import dev.rowtide.sql.optimize.SystemTimeJoin;
import dev.rowtide.sql.validate.ChangelogFunction;
import dev.rowtide.sql.validate.Relation;
import dev.rowtide.sql.validate.WindowFunction;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Minus;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableFunctionScan;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlOperator;
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
     * @param options the session's
     */
    public TranslatePlan(RelationalPlanner relational, TranslateOptions options) {
        this.relational = relational;
        this.context = new TranslateContext(relational.rexBuilder(), options);
        this.nodes = new PlanNodes(options.batch());
    }

    /**
     * A plan that writes to a table which takes the columns as they are.
     *
     * @param plan with the columns of {@code target}, of its types up to nullability and length
     * @param target the table
     * @throws EngineException if the engine lacks an operator or function of the plan
     */
    public SinkNode intoSink(RelNode plan, Table target) {
        return sink(node(plan, context.batch()), target);
    }

    /**
     * A plan that writes to a table, whose rows are checked for what the table demands.
     *
     * @throws EngineException as {@link #intoSink(RelNode, Table)} does
     */
    public SinkNode intoSink(RelNode plan, Table target, SinkConstraints constraints) {
        PlanNode input = node(plan, context.batch());
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

    /**
     * The same plans without the columns that nobody reads.
     *
     * @param judgesTime whether what will stand before a sink judges by the event time that the sink's input has reached
     */
    public List<SinkNode> pruned(List<SinkNode> sinks, Predicate<PlanNode> judgesTime) {
        NeededColumns needed =
                new NeededColumns(sinks, (node, read) -> judgesTime.test(node) || judgesTime(node, read));
        return PruneColumns.apply(sinks, nodes, needed);
    }

    /** Where the whole input is one version, no row is late. */
    private boolean judgesTime(PlanNode node, BitSet read) {
        boolean firstByTime = node instanceof TopN top
                && nodes.isFirstByTime(top)
                && !read.get(top.input().schema().size());
        return firstByTime || !context.batch() && node.needsWatermarks();
    }

    /**
     * The engine's form of a plan.
     *
     * @param emptyRow whether a global aggregate has a row for no input, as in batch SQL. It has none where it is a continuous query's result, and one where it meets
     *     the rows of something else, such as those of the query around it.
     */
    private PlanNode node(RelNode plan, boolean emptyRow) {
        if (plan instanceof TableScan scan) {
            return scan(scan);
        }
        if (plan instanceof Values values) {
            return values(values);
        }
        if (plan instanceof Filter filter) {
            return filter(filter, emptyRow);
        }
        if (plan instanceof Project project) {
            PlanNode input = node(project.getInput(), emptyRow);
            return project.containsOver()
                    ? TranslateRanking.of(context, nodes, project, input, null)
                    : nodes.project(
                            input,
                            expressions(input).all(project.getProjects()),
                            project.getRowType().getFieldNames());
        }
        if (plan instanceof SetOp operation) {
            return setOperation(operation, emptyRow);
        }
        if (plan instanceof Aggregate aggregate) {
            return aggregate(aggregate, emptyRow);
        }
        boolean ofItsRow = plan instanceof Correlate;
        PlanNode unnest = new TranslateUnnest(nodes, context, input -> node(input, emptyRow || !ofItsRow)).of(plan);
        if (unnest != null) {
            return unnest;
        }
        if (plan instanceof Join join) {
            return join(join);
        }
        if (plan instanceof SystemTimeJoin join) {
            return systemTimeJoin(join);
        }
        if (plan instanceof Sort sort) {
            return limit(sort, node(sort.getInput(), emptyRow));
        }
        if (plan instanceof TableFunctionScan call) {
            return tableFunction(call, node(call.getInput(0), emptyRow));
        }
        if (plan instanceof Correlate correlate
                && RelOptUtil.getVariablesUsed(correlate.getRight()).isEmpty()) {
            // Such as UNNEST … WHERE FALSE, which has become no rows.
            return node(
                    LogicalJoin.create(
                            correlate.getLeft(),
                            correlate.getRight(),
                            List.of(),
                            correlate.getCluster().getRexBuilder().makeLiteral(true),
                            Set.of(),
                            correlate.getJoinType()),
                    emptyRow);
        }
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED,
                plan instanceof Correlate
                        ? "a subquery that refers to the query around it in this way is not supported yet"
                        : plan.getRelTypeName().replace("Logical", "") + " is not supported yet");
    }

    private PlanNode systemTimeJoin(SystemTimeJoin join) {
        PlanNode left = node(join.getLeft(), true);
        PlanNode right = node(join.getRight(), true);
        Join inTime =
                LogicalJoin.create(join.getLeft(), join.getRight(), List.of(), join.condition(), Set.of(), join.type());
        if (join.match() != null) {
            return TranslateTemporalJoin.closest(context, nodes, inTime, join.match(), left, right);
        }
        PlanNode lookup = TranslateLookup.of(
                context,
                nodes,
                join,
                left,
                right,
                name -> relational.connectors().find(name));
        if (lookup != null) {
            return lookup;
        }
        return TranslateTemporalJoin.of(context, nodes, inTime, join.time(), left, right);
    }

    private PlanNode filter(Filter filter, boolean emptyRow) {
        TranslateClockConditions clock = TranslateClockConditions.of(context, filter.getCondition());
        RexNode condition = clock.rest();
        if (condition == null) {
            return clock.above(nodes, node(filter.getInput(), emptyRow));
        }
        if (filter.getInput() instanceof Project project && project.containsOver()) {
            PlanNode input = node(project.getInput(), emptyRow);
            return clock.above(nodes, TranslateRanking.of(context, nodes, project, input, condition));
        }
        PlanNode input = node(filter.getInput(), emptyRow);
        return clock.above(nodes, nodes.filter(input, expressions(input).of(condition)));
    }

    /** Where the clock is in the condition of an inner join, pairs leave by themselves. */
    private PlanNode join(Join join) {
        PlanNode left = node(join.getLeft(), true);
        PlanNode right = node(join.getRight(), true);
        TranslateClockConditions clock = TranslateClockConditions.of(context, join.getCondition());
        if (!clock.any()) {
            return TranslateJoin.of(context, nodes, join, left, right);
        }
        if (join.getJoinType() != JoinRelType.INNER) {
            throw new EngineException(
                            ErrorCode.NOT_SUPPORTED, "the clock in the condition of an outer join is not supported yet")
                    .withHint(
                            "Filter the rows of each side by it in a query in FROM, or those of the result in WHERE.");
        }
        RexNode rest = clock.rest();
        RexNode condition = rest == null ? context.rexBuilder().makeLiteral(true) : rest;
        Join without =
                join.copy(join.getTraitSet(), condition, join.getLeft(), join.getRight(), join.getJoinType(), false);
        return clock.above(nodes, TranslateJoin.of(context, nodes, without, left, right));
    }

    /** {@code ORDER BY … OFFSET … LIMIT}: the ranks that are kept of all rows. */
    private PlanNode limit(Sort sort, PlanNode input) {
        long offset = sort.offset == null ? 0 : RexLiteral.longValue(sort.offset);
        if (sort.offset == null && sort.fetch == null && !context.batch()) {
            return isByEventTime(sort, input)
                    ? nodes.over(input, List.of(), order(sort), List.of(), true, List.of())
                    : input;
        }
        boolean withTies = sort.fetch instanceof RexCall call && call.getOperator() == SqlOrderWithTies.COUNT;
        RexNode fetch = withTies ? ((RexCall) sort.fetch).getOperands().get(0) : sort.fetch;
        long last = fetch == null ? Long.MAX_VALUE : last(offset, RexLiteral.longValue(fetch));
        if (last <= offset) {
            return nodes.values(List.of(), input.schema());
        }
        List<SortKey> order = order(sort);
        PlanNode kept = withTies ? nodes.topN(input, List.of(), order, RankFunction.RANK, 1, last, null) : input;
        return withTies && offset == 0
                ? kept
                : nodes.topN(
                        kept,
                        List.of(),
                        order,
                        RankFunction.ROW_NUMBER,
                        offset + 1,
                        withTies ? Long.MAX_VALUE : last,
                        null);
    }

    private static List<SortKey> order(Sort sort) {
        return sort.getCollation().getFieldCollations().stream()
                .map(key -> new SortKey(
                        key.getFieldIndex(),
                        key.getDirection().isDescending(),
                        key.nullDirection == RelFieldCollation.NullDirection.FIRST
                                || (key.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
                                        && !key.getDirection().isDescending())))
                .toList();
    }

    /** Whether each row is in its place as soon as the watermark has reached it; any other order is for who shows the rows. */
    private static boolean isByEventTime(Sort sort, PlanNode input) {
        SortKey first = order(sort).get(0);
        InputRef time = new InputRef(first.column(), input.schema().type(first.column()));
        return !first.descending() && TimeAttributes.isEventTime(time, input);
    }

    private static long last(long offset, long count) {
        return count > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + count;
    }

    private PlanNode tableFunction(TableFunctionScan scan, PlanNode input) {
        SqlOperator function = ((RexCall) scan.getCall()).getOperator();
        if (function instanceof ChangelogFunction.To to) {
            return nodes.toChangelog(input, to.codes(), TypeMapping.toCoreSchema(scan.getRowType()));
        }
        if (function instanceof WindowFunction windows) {
            return new TranslateWindows(context, nodes)
                    .of(windows, input, scan.getRowType().getFieldNames());
        }
        if (function instanceof ChangelogFunction.From from) {
            return nodes.fromChangelog(
                    input, from.operation(), from.kinds(), TypeMapping.toCoreSchema(scan.getRowType()));
        }
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED, "the table function " + function.getName() + " is not supported yet");
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

    private PlanNode setOperation(SetOp operation, boolean emptyRow) {
        boolean isUnion = operation instanceof Union;
        Schema schema = TypeMapping.toCoreSchema(operation.getRowType());
        List<PlanNode> inputs = operation.getInputs().stream()
                .map(input -> aligned(node(input, emptyRow || !isUnion), schema))
                .toList();
        if (isUnion) {
            PlanNode all = nodes.unionAll(inputs, schema);
            return operation.all ? all : nodes.aggregate(all, allColumns(all), List.of(), false, schema.names());
        }
        PlanNode result = inputs.get(0);
        for (PlanNode other : inputs.subList(1, inputs.size())) {
            result = nodes.setOperation(result, other, operation instanceof Minus, operation.all, schema);
        }
        return result;
    }

    /** The inputs of a set operation must be stored alike. */
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

    private PlanNode aggregate(Aggregate aggregate, boolean emptyRow) {
        return TranslateAggregate.of(nodes, aggregate, node(aggregate.getInput(), emptyRow), emptyRow);
    }

    private static List<Integer> allColumns(PlanNode node) {
        return IntStream.range(0, node.schema().size()).boxed().toList();
    }
}
