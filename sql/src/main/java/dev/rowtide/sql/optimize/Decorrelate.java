// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.AbstractRelNode;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.Uncollect;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.TopDownGeneralDecorrelator;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Makes joins of the parts of a plan that refer to rows around them. Calcite does the work, but is shown no more than those parts: what refers to nothing outside stands
 * in them as if it were a table. Of ranks, set operations and joins of whole plans it loses track.
 */
final class Decorrelate extends RelHomogeneousShuttle {

    private final RelBuilder builder;
    private final List<Opaque> hidden = new ArrayList<>();

    private Decorrelate(RelBuilder builder) {
        this.builder = builder;
    }

    /** The plan without references to the rows around. */
    static RelNode apply(RelNode plan, RelBuilder builder) {
        return plan.accept(new Decorrelate(builder));
    }

    @Override
    public RelNode visit(RelNode node) {
        return node instanceof Correlate correlate && !isUnnest(correlate.getRight())
                ? joined(correlate)
                : super.visit(node);
    }

    /** Whether a plan is the elements of a collection: such a join refers to the row on its left and stays. */
    static boolean isUnnest(RelNode plan) {
        return plan instanceof Uncollect
                || (plan instanceof Project || plan instanceof Filter) && isUnnest(plan.getInput(0));
    }

    private RelNode joined(Correlate correlate) {
        RelNode right = opaqueWhereClosed(
                rankedTies(correlate.getRight().accept(new OneEqualityEach()).accept(new AllRowsApart())));
        Correlate part = correlate.copy(
                correlate.getTraitSet(),
                hide(correlate.getLeft()),
                right,
                correlate.getCorrelationId(),
                correlate.getRequiredColumns(),
                correlate.getJoinType() == JoinRelType.INNER && hasOneRow(right)
                        ? JoinRelType.LEFT
                        : correlate.getJoinType());
        RelNode joined = decorrelated(part, builder).accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                return node instanceof Opaque opaque ? hidden.get(opaque.number).plan : super.visit(node);
            }
        });
        return RelOptUtil.createCastRel(joined, correlate.getRowType(), true);
    }

    /** Hides all equalities of a column of the rows around but the first: Calcite takes that for the column, and forgets what else is to equal it. */
    private static final class OneEqualityEach extends RelHomogeneousShuttle {

        private final Set<RexNode> equal = new HashSet<>();

        @Override
        public RelNode visit(RelNode node) {
            RelNode visited = super.visit(node);
            if (!(visited instanceof LogicalFilter filter)) {
                return visited;
            }
            RexBuilder rexBuilder = filter.getCluster().getRexBuilder();
            List<RexNode> parts = RelOptUtil.conjunctions(filter.getCondition()).stream()
                    .map(part -> isSecond(part) ? rexBuilder.makeCall(SqlStdOperatorTable.IS_TRUE, part) : part)
                    .toList();
            return filter.copy(filter.getTraitSet(), filter.getInput(), RexUtil.composeConjunction(rexBuilder, parts));
        }

        private boolean isSecond(RexNode part) {
            boolean second = false;
            if (part.getKind() == SqlKind.EQUALS || part.getKind() == SqlKind.IS_NOT_DISTINCT_FROM) {
                for (RexNode side : ((RexCall) part).getOperands()) {
                    second |= side instanceof RexFieldAccess && !equal.add(side);
                }
            }
            return second;
        }
    }

    /** Whether a plan is an aggregate of all rows, of which there is one row also where there are none: Calcite knows that behind a left join alone. */
    private static boolean hasOneRow(RelNode plan) {
        return plan instanceof Project && hasOneRow(plan.getInput(0))
                || plan instanceof Aggregate aggregate
                        && aggregate.getGroupSets().equals(List.of(ImmutableBitSet.of()));
    }

    /** Finds rows that tie with the last one by their ranks, where a plan refers to rows around it: Calcite loses track of the ties. */
    private static RelNode rankedTies(RelNode plan) {
        if (RelOptUtil.getVariablesUsed(plan).isEmpty()) {
            return plan;
        }
        List<RelNode> inputs =
                plan.getInputs().stream().map(Decorrelate::rankedTies).toList();
        return plan instanceof Sort sort && sort.fetch instanceof RexCall
                ? FirstRows.of(sort, inputs.get(0), List.of())
                : plan.copy(plan.getTraitSet(), inputs);
    }

    private static RelNode allColumns(RelNode node) {
        List<RexNode> columns = IntStream.range(0, node.getRowType().getFieldCount())
                .<RexNode>mapToObj(i -> node.getCluster().getRexBuilder().makeInputRef(node, i))
                .toList();
        return LogicalProject.create(node, List.of(), columns, node.getRowType().getFieldNames(), Set.of());
    }

    /** The plan, with those parts hidden that refer to nothing outside of them. */
    private RelNode opaqueWhereClosed(RelNode node) {
        if (RelOptUtil.getVariablesUsed(node).isEmpty()) {
            return hide(node);
        }
        RelNode copy = node.copy(
                node.getTraitSet(),
                node.getInputs().stream().map(this::opaqueWhereClosed).toList());
        return copy instanceof LogicalProject project && project.containsOver() ? partedByRowAround(project) : copy;
    }

    /**
     * Numbers rows, and whatever else is asked of windows, apart for each row around: once there is one plan for all of them, what belongs to different ones must not be
     * mixed.
     */
    private static RelNode partedByRowAround(LogicalProject project) {
        Set<RexFieldAccess> around = new LinkedHashSet<>();
        project.getInput().accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                node.accept(new RexShuttle() {
                    @Override
                    public RexNode visitFieldAccess(RexFieldAccess access) {
                        if (access.getReferenceExpr() instanceof RexCorrelVariable) {
                            around.add(access);
                        }
                        return access;
                    }
                });
                return super.visit(node);
            }
        });
        return around.isEmpty()
                ? project
                : project.accept(FirstRows.parting(around, project.getCluster().getRexBuilder()));
    }

    private RelNode hide(RelNode plan) {
        Opaque opaque = new Opaque(plan.accept(this), hidden.size());
        hidden.add(opaque);
        return opaque;
    }

    /**
     * Calcite's usual way needs the least state; it is wrong where several nodes refer to rows around them or compute something of those alone, where a join within may
     * find no row for the one that refers to them, where the row that an aggregate has of no rows is missed, and where aggregates have an order, and gives up on some
     * others. Its general way first finds out for which values it needs a subquery.
     */
    private static RelNode decorrelated(Correlate correlate, RelBuilder builder) {
        boolean rowOfNone = RowOfNone.isMissed(correlate);
        RelNode plan = allColumns(
                rowOfNone
                        ? correlate.copy(
                                correlate.getTraitSet(),
                                List.of(correlate.getLeft(), RowOfNone.kept(correlate.getRight())))
                        : correlate);
        References references = new References();
        plan.accept(references);
        RelNode said = plan.accept(new ZeroOfNone());
        if (said == plan
                && references.nodes == 1
                && !references.computed
                && !references.padded
                && !rowOfNone
                && !(references.ofNone && correlate.getJoinType() == JoinRelType.INNER)
                && !references.ordered) {
            RelNode usual = RelDecorrelator.decorrelateQuery(plan, builder);
            if (!hasCorrelate(usual)) {
                return usual;
            }
        }
        try {
            return TopDownGeneralDecorrelator.decorrelateQuery(said.accept(new GroupsInPlace()), builder);
        } catch (AssertionError e) {
            // It can't have two equal grouping sets, one of them of all rows, among others.
            throw new EngineException(
                            ErrorCode.NOT_SUPPORTED,
                            "a subquery that refers to the query around it in this way is not supported yet")
                    .causedBy(e);
        }
    }

    /** Says of aggregates that they are 0 where there are no rows. Calcite knows it of COUNT, and takes others for NULL where its plan has nothing to aggregate. */
    private static final class ZeroOfNone extends RelHomogeneousShuttle {

        @Override
        public RelNode visit(RelNode node) {
            RelNode visited = super.visit(node);
            if (!(visited instanceof LogicalAggregate aggregate)
                    || aggregate.getGroupSets().stream().noneMatch(ImmutableBitSet::isEmpty)
                    || aggregate.getAggCallList().stream().noneMatch(ZeroOfNone::isZero)) {
                return visited;
            }
            RexBuilder rexBuilder = aggregate.getCluster().getRexBuilder();
            List<RexNode> columns = new ArrayList<>();
            for (int i = 0; i < aggregate.getRowType().getFieldCount(); i++) {
                RexNode column = rexBuilder.makeInputRef(aggregate, i);
                int call = i - aggregate.getGroupCount();
                boolean zero = call >= 0 && isZero(aggregate.getAggCallList().get(call));
                columns.add(
                        zero
                                ? rexBuilder.makeCall(
                                        SqlStdOperatorTable.COALESCE,
                                        column,
                                        rexBuilder.makeZeroLiteral(column.getType()))
                                : column);
            }
            return LogicalProject.create(
                    aggregate, List.of(), columns, aggregate.getRowType().getFieldNames(), Set.of());
        }

        private static boolean isZero(AggregateCall call) {
            return switch (call.getAggregation().getKind()) {
                case SUM0, COUNTIF, REGR_COUNT -> true;
                default -> false;
            };
        }
    }

    /** Puts projections below groups: of columns that a join or another aggregate has moved Calcite's general way would group by those that are now in their places. */
    private static final class GroupsInPlace extends RelHomogeneousShuttle {

        @Override
        public RelNode visit(RelNode node) {
            RelNode visited = super.visit(node);
            return visited instanceof LogicalAggregate aggregate
                            && aggregate.getGroupCount() > 0
                            && !(aggregate.getInput() instanceof Project)
                    ? aggregate.copy(aggregate.getTraitSet(), List.of(allColumns(aggregate.getInput())))
                    : visited;
        }
    }

    /** Looks for expressions over rows around. */
    private static final class References extends RelHomogeneousShuttle {

        private int nodes;
        private boolean computed;
        private boolean padded;
        private boolean ofNone;
        private boolean ordered;
        private boolean found;

        private final RexShuttle expressions = new RexShuttle() {
            @Override
            public RexNode visitCorrelVariable(RexCorrelVariable variable) {
                found = true;
                return variable;
            }

            @Override
            public RexNode visitCall(RexCall call) {
                computed |= RexUtil.containsCorrelation(call)
                        && RelOptUtil.InputFinder.bits(call).isEmpty();
                return super.visitCall(call);
            }
        };

        @Override
        public RelNode visit(RelNode node) {
            found = false;
            node.accept(expressions);
            nodes += found ? 1 : 0;
            padded |= mayPad(node);
            ofNone |= node instanceof Aggregate aggregate
                    && aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
            ordered |= node instanceof LogicalAggregate aggregate
                    && aggregate.getAggCallList().stream()
                            .anyMatch(call ->
                                    !call.getCollation().getFieldCollations().isEmpty());
            return super.visit(node);
        }
    }

    /** Whether a join may put NULLs, or the lack of a row, in the place of a side that refers to rows around the join. */
    private static boolean mayPad(RelNode node) {
        if (node instanceof Correlate correlate) {
            return pads(correlate.getJoinType())
                    && !Set.of(correlate.getCorrelationId())
                            .containsAll(RelOptUtil.getVariablesUsed(correlate.getRight()));
        }
        return node instanceof Join join
                && (pads(join.getJoinType())
                                && !RelOptUtil.getVariablesUsed(join.getRight()).isEmpty()
                        || join.getJoinType().generatesNullsOnLeft()
                                && !RelOptUtil.getVariablesUsed(join.getLeft()).isEmpty());
    }

    private static boolean pads(JoinRelType type) {
        return type.generatesNullsOnRight() || !type.projectsRight();
    }

    private static boolean hasCorrelate(RelNode plan) {
        boolean[] found = new boolean[1];
        plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                found[0] |= node instanceof Correlate;
                return super.visit(node);
            }
        });
        return found[0];
    }

    /** A plan that nobody looks into. */
    private static final class Opaque extends AbstractRelNode {

        private final RelNode plan;
        private final int number;

        Opaque(RelNode plan, int number) {
            super(plan.getCluster(), plan.getTraitSet());
            this.plan = plan;
            this.number = number;
        }

        @Override
        protected RelDataType deriveRowType() {
            return Objects.requireNonNull(plan).getRowType();
        }

        @Override
        public RelWriter explainTerms(RelWriter writer) {
            return super.explainTerms(writer).item("number", number);
        }
    }
}
