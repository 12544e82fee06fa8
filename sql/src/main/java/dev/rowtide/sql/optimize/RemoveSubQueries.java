// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.List;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.logical.LogicalValues;
import org.apache.calcite.rel.rules.SubQueryRemoveRule;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.tools.RelBuilderFactory;
import org.apache.calcite.util.ImmutableBitSet;

/** Turns subqueries in expressions into joins, also those that refer to the query around them. */
final class RemoveSubQueries {

    private RemoveSubQueries() {}

    /** The plan without subqueries in its expressions. */
    static RelNode apply(RelNode plan) {
        RelNode joined = LateralJoins.apply(plan);
        if (!hasSubQuery(joined)) {
            return LateralJoins.areIn(joined) ? removed(joined) : joined;
        }
        RelNode compared = joined.accept(new OneRowIsCompared());
        return removed(RowMemberships.apply(ScalarAggregates.apply(OrderJoins.apply(SemiJoins.apply(compared)))));
    }

    private static RelNode removed(RelNode plan) {
        RelBuilderFactory factory = RelBuilder.proto(Contexts.of(OptimizeQuery.BUILDER));
        List<RelOptRule> rules = List.of(
                SubQueryRemoveRule.Config.FILTER.withRelBuilderFactory(factory).toRule(),
                SubQueryRemoveRule.Config.PROJECT.withRelBuilderFactory(factory).toRule(),
                SubQueryRemoveRule.Config.JOIN.withRelBuilderFactory(factory).toRule());
        HepPlanner planner =
                new HepPlanner(HepProgram.builder().addRuleCollection(rules).build());
        planner.setRoot(plan);
        RelNode joined = planner.findBestExp();
        RelBuilder builder = factory.create(joined.getCluster(), null);
        return HoldBack.unwrap(Decorrelate.apply(HoldBack.wrap(joined), builder))
                .accept(new WithoutSelfComparison());
    }

    /**
     * {@code a IN (SELECT MAX(x) …)} as {@code a = (SELECT MAX(x) …)}: a global aggregate has one row, also where there is nothing to aggregate, which Calcite forgets when
     * it joins. And {@code EXISTS (SELECT MAX(x) … WHERE y = a)} as {@code EXISTS (VALUES (0))} where the query around has a global aggregate: else Calcite leaves the
     * condition out, and the aggregate around would not be known to meet rows, beside which it always has one itself.
     */
    private static final class OneRowIsCompared extends RelHomogeneousShuttle {

        @Override
        public RelNode visit(RelNode node) {
            RelNode visited = super.visit(node);
            RexBuilder rexBuilder = node.getCluster().getRexBuilder();
            boolean ofAllRows = visited.getInputs().stream().anyMatch(OneRowIsCompared::hasGlobalAggregate);
            return visited.accept(new RexShuttle() {
                @Override
                public RexNode visitSubQuery(RexSubQuery subQuery) {
                    RelNode inner = subQuery.rel.accept(OneRowIsCompared.this);
                    if (subQuery.getKind() == SqlKind.EXISTS && ofAllRows && hasOneRow(inner)) {
                        return RexSubQuery.exists(LogicalValues.createOneRow(inner.getCluster()));
                    }
                    if (subQuery.getKind() == SqlKind.IN
                            && subQuery.getOperands().size() == 1
                            && hasOneRow(inner)) {
                        return rexBuilder.makeCall(
                                subQuery.getType(),
                                SqlStdOperatorTable.EQUALS,
                                List.of(subQuery.getOperands().get(0), RexSubQuery.scalar(inner)));
                    }
                    return inner == subQuery.rel ? subQuery : subQuery.clone(inner);
                }
            });
        }

        private static boolean hasGlobalAggregate(RelNode plan) {
            return plan instanceof Aggregate aggregate
                            && aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty)
                    || plan.getInputs().stream().anyMatch(OneRowIsCompared::hasGlobalAggregate);
        }

        private static boolean hasOneRow(RelNode plan) {
            return plan instanceof LogicalProject project
                    ? hasOneRow(project.getInput())
                    : plan instanceof LogicalAggregate aggregate
                            && aggregate.getGroupCount() == 0
                            && aggregate.getGroupType() == Aggregate.Group.SIMPLE;
        }
    }

    /** The decorrelator leaves {@code k = k} where {@code k} was compared with the row around it: it only says that {@code k} is not NULL. */
    private static final class WithoutSelfComparison extends RelHomogeneousShuttle {

        @Override
        public RelNode visit(RelNode node) {
            RelNode visited = super.visit(node);
            if (!(visited instanceof LogicalFilter filter)) {
                return visited;
            }
            RexBuilder rexBuilder = filter.getCluster().getRexBuilder();
            List<RexNode> parts = RelOptUtil.conjunctions(filter.getCondition()).stream()
                    .map(part -> isSelfComparison(part)
                            ? isNotNull(
                                    rexBuilder, ((RexCall) part).getOperands().get(0))
                            : part)
                    .toList();
            RexNode condition = RexUtil.composeConjunction(rexBuilder, parts);
            return condition.isAlwaysTrue()
                    ? filter.getInput()
                    : filter.copy(filter.getTraitSet(), filter.getInput(), condition);
        }

        private static boolean isSelfComparison(RexNode part) {
            return part.getKind() == SqlKind.EQUALS
                    && ((RexCall) part).getOperands().get(0) instanceof RexInputRef one
                    && one.equals(((RexCall) part).getOperands().get(1));
        }

        private static RexNode isNotNull(RexBuilder rexBuilder, RexNode column) {
            return column.getType().isNullable()
                    ? rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, column)
                    : rexBuilder.makeLiteral(true);
        }
    }

    private static boolean hasSubQuery(RelNode plan) {
        boolean[] found = new boolean[1];
        RexShuttle finder = new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subQuery) {
                found[0] = true;
                return subQuery;
            }
        };
        plan.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode node) {
                node.accept(finder);
                return found[0] ? node : super.visit(node);
            }
        });
        return found[0];
    }
}
