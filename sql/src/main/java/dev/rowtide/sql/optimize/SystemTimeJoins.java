// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Snapshot;
import org.apache.calcite.rel.logical.LogicalAsofJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;

/**
 * Joins with a table {@code FOR SYSTEM_TIME AS OF} as a node of their own. Calcite plans them as a subquery that refers to the row on the left for its time, or, where the
 * time is none of a row's, as a join with a snapshot:
 *
 * <pre>
 *   Correlate(o, Filter(Snapshot(t, $cor0.at), $cor0.k = k))   ─▶   SystemTimeJoin(o, t, at, o.k = t.k)
 * </pre>
 */
final class SystemTimeJoins extends RelHomogeneousShuttle {

    private final RexShuttle inSubQueries = new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexSubQuery visited = (RexSubQuery) super.visitSubQuery(subQuery);
            return visited.clone(visited.rel.accept(SystemTimeJoins.this));
        }
    };

    private SystemTimeJoins() {}

    static RelNode apply(RelNode plan) {
        return plan.accept(new SystemTimeJoins());
    }

    @Override
    public RelNode visit(LogicalAsofJoin join) {
        return SystemTimeJoin.closest(
                join.getLeft().accept(this),
                join.getRight().accept(this),
                join.getMatchCondition(),
                join.getCondition(),
                join.getJoinType() == JoinRelType.LEFT_ASOF ? JoinRelType.LEFT : JoinRelType.INNER);
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node).accept(inSubQueries);
        if (visited instanceof Correlate correlate && isOfPair(correlate.getJoinType())) {
            RelNode right = correlate.getRight();
            boolean filters = right instanceof Filter;
            RelNode below = filters ? ((Filter) right).getInput() : right;
            if (below instanceof Snapshot snapshot) {
                RexBuilder rexBuilder = node.getCluster().getRexBuilder();
                RexNode condition = filters ? ((Filter) right).getCondition() : rexBuilder.makeLiteral(true);
                return joined(correlate, snapshot, condition);
            }
        }
        if (visited instanceof Join join
                && isOfPair(join.getJoinType())
                && join.getRight() instanceof Snapshot snapshot
                && RelOptUtil.InputFinder.bits(snapshot.getPeriod()).isEmpty()) {
            return SystemTimeJoin.of(
                    join.getLeft(), snapshot.getInput(), snapshot.getPeriod(), join.getCondition(), join.getJoinType());
        }
        return visited;
    }

    private static boolean isOfPair(JoinRelType type) {
        return type == JoinRelType.INNER || type == JoinRelType.LEFT;
    }

    private static RelNode joined(Correlate correlate, Snapshot snapshot, RexNode condition) {
        RelNode left = correlate.getLeft();
        RexBuilder rexBuilder = left.getCluster().getRexBuilder();
        CorrelationId id = correlate.getCorrelationId();
        int width = left.getRowType().getFieldCount();
        RexShuttle ofLeft = new RexShuttle() {
            @Override
            public RexNode visitFieldAccess(RexFieldAccess access) {
                return access.getReferenceExpr() instanceof RexCorrelVariable variable && variable.id.equals(id)
                        ? rexBuilder.makeInputRef(left, access.getField().getIndex())
                        : super.visitFieldAccess(access);
            }
        };
        RexNode onPair = RexUtil.shift(condition, width).accept(ofLeft);
        return SystemTimeJoin.of(
                left, snapshot.getInput(), snapshot.getPeriod().accept(ofLeft), onPair, correlate.getJoinType());
    }
}
