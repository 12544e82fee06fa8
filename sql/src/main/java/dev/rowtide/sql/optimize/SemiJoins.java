// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Turns {@code IN}, {@code EXISTS} and their negations into semi and anti joins, where they are conditions of their own and refer to the query around them in
 * conditions of theirs. Other subqueries are left for Calcite, whose joins keep and count more.
 *
 * <p>NOT IN, whose result is unknown when one of its values is NULL, is an anti join on {@code (a = x) IS NOT FALSE}.
 */
final class SemiJoins extends RelHomogeneousShuttle {

    /** The plan with such joins; conditions without subqueries are below them. */
    static RelNode apply(RelNode plan) {
        return plan.accept(new SemiJoins());
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode rewritten =
                node instanceof LogicalFilter filter && RexUtil.SubQueryFinder.find(filter.getCondition()) != null
                        ? filter(filter)
                        : super.visit(node);
        return rewritten.accept(new RexShuttle() {
            @Override
            public RexNode visitSubQuery(RexSubQuery subQuery) {
                RexSubQuery inner = (RexSubQuery) super.visitSubQuery(subQuery);
                return inner.clone(inner.rel.accept(SemiJoins.this));
            }
        });
    }

    private RelNode filter(LogicalFilter filter) {
        List<RexNode> below = new ArrayList<>();
        List<RexNode> subQueries = new ArrayList<>();
        List<RexNode> above = new ArrayList<>();
        for (RexNode part : RelOptUtil.conjunctions(filter.getCondition())) {
            boolean plain = RexUtil.SubQueryFinder.find(part) == null;
            if (plain) {
                (RexUtil.containsCorrelation(part) ? above : below).add(part);
            } else {
                subQueries.add(part);
            }
        }
        RelNode result = filtered(filter.getInput().accept(this), below, Set.of());
        for (RexNode part : subQueries) {
            RelNode joined = joined(result, part, filter.getVariablesSet());
            if (joined == null) {
                above.add(part);
            } else {
                result = joined;
            }
        }
        return filtered(result, above, filter.getVariablesSet());
    }

    private static RelNode filtered(RelNode input, List<RexNode> conditions, Set<CorrelationId> variables) {
        RexNode all = RexUtil.composeConjunction(input.getCluster().getRexBuilder(), conditions);
        boolean correlated = RexUtil.SubQueryFinder.find(all) != null;
        return all.isAlwaysTrue()
                ? input
                : LogicalFilter.create(input, all, ImmutableSet.copyOf(correlated ? variables : Set.of()));
    }

    /** The rows of {@code input} that fulfil the condition, by a join; null if it takes more than that. */
    private @Nullable RelNode joined(RelNode input, RexNode condition, Set<CorrelationId> variables) {
        boolean negated = condition.getKind() == SqlKind.NOT;
        RexNode inner = negated ? ((RexCall) condition).getOperands().get(0) : condition;
        if (!(inner instanceof RexSubQuery subQuery)
                || (subQuery.getKind() != SqlKind.IN && subQuery.getKind() != SqlKind.EXISTS)
                || RexUtil.SubQueryFinder.find(subQuery.getOperands()) != null
                || subQuery.getOperands().stream().anyMatch(RexUtil::containsCorrelation)) {
            return null;
        }
        Uncorrelated right = Uncorrelated.of(subQuery.rel, variables, subQuery.getKind() == SqlKind.EXISTS);
        if (right == null) {
            return null;
        }
        RexBuilder rexBuilder = input.getCluster().getRexBuilder();
        List<RexNode> conditions = new ArrayList<>();
        if (subQuery.getKind() == SqlKind.IN) {
            conditions.add(membership(rexBuilder, input, subQuery, right.plan(), negated));
        }
        conditions.addAll(right.conditionsOver(input));
        return LogicalJoin.create(
                input,
                right.plan().accept(this),
                List.of(),
                RexUtil.composeConjunction(rexBuilder, conditions),
                Set.of(),
                negated ? JoinRelType.ANTI : JoinRelType.SEMI);
    }

    private static RexNode membership(
            RexBuilder rexBuilder, RelNode input, RexSubQuery subQuery, RelNode right, boolean negated) {
        int width = input.getRowType().getFieldCount();
        List<RexNode> equalities = new ArrayList<>();
        boolean nullable = false;
        for (int i = 0; i < subQuery.getOperands().size(); i++) {
            RexNode value = subQuery.getOperands().get(i);
            RexNode member = rexBuilder.makeInputRef(
                    right.getRowType().getFieldList().get(i).getType(), width + i);
            nullable |= value.getType().isNullable() || member.getType().isNullable();
            equalities.add(rexBuilder.makeCall(SqlStdOperatorTable.EQUALS, value, member));
        }
        RexNode equal = RexUtil.composeConjunction(rexBuilder, equalities);
        return negated && nullable ? rexBuilder.makeCall(SqlStdOperatorTable.IS_NOT_FALSE, equal) : equal;
    }
}
