// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@code (SELECT COUNT(*) FROM orders WHERE orders.c = c.id)} into a left join with the count for each {@code orders.c}: aggregates of rows that are equal in
 * something to the row around them. Where there are none, a count is 0. Other subqueries are left for Calcite, whose plans find out first which values are asked for.
 */
final class ScalarAggregates extends RelHomogeneousShuttle {

    private static final Set<SqlKind> ZERO_OF_NONE =
            Set.of(SqlKind.COUNT, SqlKind.COUNTIF, SqlKind.SUM0, SqlKind.REGR_COUNT);
    private static final Set<SqlKind> NULL_OF_NONE = Set.of(SqlKind.SUM, SqlKind.AVG, SqlKind.MIN, SqlKind.MAX);

    /** The plan with such joins. */
    static RelNode apply(RelNode plan) {
        return plan.accept(new ScalarAggregates());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        if (visited instanceof LogicalFilter filter) {
            return filter(filter);
        }
        return visited instanceof LogicalProject project ? project(project) : visited;
    }

    private RelNode filter(LogicalFilter filter) {
        Joined joined = new Joined(filter.getInput(), filter.getVariablesSet());
        RexNode condition = filter.getCondition().accept(joined);
        if (condition == filter.getCondition()) {
            return filter;
        }
        RelNode filtered =
                LogicalFilter.create(joined.result, condition, ImmutableSet.copyOf(filter.getVariablesSet()));
        return LogicalProject.create(
                filtered,
                List.of(),
                columns(filtered, 0, filter.getRowType().getFieldCount()),
                filter.getRowType().getFieldNames(),
                Set.of());
    }

    private RelNode project(LogicalProject project) {
        Joined joined = new Joined(project.getInput(), project.getVariablesSet());
        List<RexNode> columns = joined.apply(project.getProjects());
        return columns == project.getProjects()
                ? project
                : LogicalProject.create(
                        joined.result,
                        List.of(),
                        columns,
                        project.getRowType().getFieldNames(),
                        project.getVariablesSet());
    }

    private static List<RexNode> columns(RelNode node, int from, int to) {
        RexBuilder rexBuilder = node.getCluster().getRexBuilder();
        return IntStream.range(from, to)
                .<RexNode>mapToObj(i -> rexBuilder.makeInputRef(node, i))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** Joins an input with the aggregates of its expressions' subqueries, and replaces those by their values. */
    private final class Joined extends RexShuttle {

        private final Set<CorrelationId> outer;
        private RelNode result;

        Joined(RelNode input, Set<CorrelationId> outer) {
            this.result = input;
            this.outer = outer;
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            RelNode plan = subQuery.rel.accept(ScalarAggregates.this);
            RexSubQuery inner = plan == subQuery.rel ? subQuery : subQuery.clone(plan);
            RexNode value = inner.getKind() == SqlKind.SCALAR_QUERY ? join(inner) : null;
            return value == null ? withZeroOfNone(inner) : value;
        }

        /** Calcite knows that a COUNT of no rows is 0, and forgets it of other aggregates that are never NULL. */
        private static RexSubQuery withZeroOfNone(RexSubQuery subQuery) {
            LogicalProject above = subQuery.rel instanceof LogicalProject project ? project : null;
            RelNode below = above == null ? subQuery.rel : above.getInput();
            if (!(below instanceof LogicalAggregate aggregate)
                    || aggregate.getGroupCount() > 0
                    || aggregate.getAggCallList().stream().noneMatch(Joined::isForgotten)) {
                return subQuery;
            }
            RexBuilder rexBuilder = below.getCluster().getRexBuilder();
            List<RexNode> values = columns(below, 0, below.getRowType().getFieldCount());
            for (int i = 0; i < values.size(); i++) {
                AggregateCall call = aggregate.getAggCallList().get(i);
                values.set(i, isForgotten(call) ? orZero(rexBuilder, values.get(i), call) : values.get(i));
            }
            RelNode known = LogicalProject.create(
                    below, List.of(), values, below.getRowType().getFieldNames(), Set.of());
            return subQuery.clone(above == null ? known : above.copy(above.getTraitSet(), List.of(known)));
        }

        private static boolean isForgotten(AggregateCall call) {
            SqlKind kind = call.getAggregation().getKind();
            return kind != SqlKind.COUNT && ZERO_OF_NONE.contains(kind);
        }

        private @Nullable RexNode join(RexSubQuery subQuery) {
            LogicalProject above = subQuery.rel instanceof LogicalProject project ? project : null;
            RelNode below = above == null ? subQuery.rel : above.getInput();
            if (!(below instanceof LogicalAggregate aggregate)
                    || !hasKnownValueOfNone(aggregate)
                    || (above != null && !readsItsInputOnly(above))) {
                return null;
            }
            Uncorrelated rows = Uncorrelated.of(aggregate.getInput(), outer, false);
            Keys keys = rows == null ? null : Keys.of(rows.conditionsOver(result), result);
            if (rows == null || keys == null) {
                return null;
            }
            RexBuilder rexBuilder = result.getCluster().getRexBuilder();
            int first = result.getRowType().getFieldCount() + keys.inner.size();
            RelNode grouped = keys.grouped(aggregate, rows.plan());
            result = LogicalJoin.create(
                    result, grouped, List.of(), keys.condition(result, grouped), Set.of(), JoinRelType.LEFT);
            List<RexNode> values = new ArrayList<>();
            for (AggregateCall call : aggregate.getAggCallList()) {
                RexNode value = rexBuilder.makeInputRef(result, first + values.size());
                boolean zero = ZERO_OF_NONE.contains(call.getAggregation().getKind());
                values.add(zero ? orZero(rexBuilder, value, call) : value);
            }
            RexNode single = above == null
                    ? values.get(0)
                    : above.getProjects().get(0).accept(new RexShuttle() {
                        @Override
                        public RexNode visitInputRef(RexInputRef ref) {
                            return values.get(ref.getIndex());
                        }
                    });
            return rexBuilder.ensureType(subQuery.getType(), single, false);
        }

        private static RexNode orZero(RexBuilder rexBuilder, RexNode value, AggregateCall call) {
            return rexBuilder.makeCall(SqlStdOperatorTable.COALESCE, value, rexBuilder.makeZeroLiteral(call.getType()));
        }

        private static boolean hasKnownValueOfNone(LogicalAggregate aggregate) {
            return aggregate.getGroupCount() == 0
                    && aggregate.getAggCallList().stream()
                            .map(call -> call.getAggregation().getKind())
                            .allMatch(kind -> ZERO_OF_NONE.contains(kind) || NULL_OF_NONE.contains(kind));
        }

        private static boolean readsItsInputOnly(LogicalProject project) {
            return !project.containsOver()
                    && RexUtil.SubQueryFinder.find(project.getProjects()) == null
                    && project.getProjects().stream().noneMatch(RexUtil::containsCorrelation);
        }
    }

    /**
     * What the rows of a subquery and the row around them are equal in.
     *
     * @param outer expressions over the row around
     * @param inner expressions over the rows
     */
    private record Keys(List<RexNode> outer, List<RexNode> inner) {

        /** Null unless equalities, and nothing else, connect the two. */
        static @Nullable Keys of(List<RexNode> conditions, RelNode around) {
            int width = around.getRowType().getFieldCount();
            ImmutableBitSet outerColumns = ImmutableBitSet.range(width);
            Keys keys = new Keys(new ArrayList<>(), new ArrayList<>());
            for (RexNode condition : conditions) {
                if (condition.getKind() != SqlKind.EQUALS) {
                    return null;
                }
                RexNode one = ((RexCall) condition).getOperands().get(0);
                RexNode other = ((RexCall) condition).getOperands().get(1);
                boolean swapped = !outerColumns.contains(RelOptUtil.InputFinder.bits(one));
                RexNode outer = swapped ? other : one;
                RexNode inner = swapped ? one : other;
                ImmutableBitSet innerColumns = RelOptUtil.InputFinder.bits(inner);
                if (!outerColumns.contains(RelOptUtil.InputFinder.bits(outer))
                        || outerColumns.intersects(innerColumns)
                        || innerColumns.isEmpty()) {
                    return null;
                }
                keys.outer.add(outer);
                keys.inner.add(RexUtil.shift(inner, -width));
            }
            return keys.outer.isEmpty() ? null : keys;
        }

        /** The aggregate for each value of the keys, which come first. */
        RelNode grouped(LogicalAggregate aggregate, RelNode rows) {
            List<RexNode> columns = new ArrayList<>(inner);
            columns.addAll(columns(rows, 0, aggregate.getInput().getRowType().getFieldCount()));
            List<String> names =
                    IntStream.range(0, columns.size()).mapToObj(i -> "$" + i).toList();
            RelNode moved = LogicalProject.create(rows, List.of(), columns, names, Set.of());
            int offset = inner.size();
            List<AggregateCall> calls = new ArrayList<>();
            for (AggregateCall call : aggregate.getAggCallList()) {
                List<Integer> arguments = call.getArgList().stream()
                        .map(column -> column + offset)
                        .toList();
                int filter = call.hasFilter() ? call.filterArg + offset : -1;
                calls.add(call.adaptTo(moved, arguments, filter, true, false));
            }
            return LogicalAggregate.create(moved, List.of(), ImmutableBitSet.range(offset), null, calls);
        }

        RexNode condition(RelNode around, RelNode grouped) {
            RexBuilder rexBuilder = grouped.getCluster().getRexBuilder();
            int width = around.getRowType().getFieldCount();
            List<RexNode> equalities = new ArrayList<>();
            for (int i = 0; i < outer.size(); i++) {
                RexNode key = new RexInputRef(width + i, inner.get(i).getType());
                equalities.add(rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, outer.get(i), key));
            }
            return RexUtil.composeConjunction(rexBuilder, equalities);
        }
    }
}
