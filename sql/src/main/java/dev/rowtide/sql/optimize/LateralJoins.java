// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * LATERAL queries as joins, where what refers to the rows on the left can be taken out of them: of a query with LIMIT the first rows are then found once for each value that
 * is compared with the left side, whether or not a row there has it. UNNEST, which has a node of its own, and what takes more than that are left as they are.
 */
final class LateralJoins extends RelHomogeneousShuttle {

    private LateralJoins() {}

    static RelNode apply(RelNode plan) {
        return plan.accept(new LateralJoins());
    }

    /** Whether there are LATERAL queries in a plan. */
    static boolean areIn(RelNode plan) {
        return plan instanceof Correlate correlate && !Decorrelate.isUnnest(correlate.getRight())
                || plan.getInputs().stream().anyMatch(LateralJoins::areIn);
    }

    @Override
    public RelNode visit(RelNode node) {
        RelNode visited = super.visit(node);
        return visited instanceof Correlate correlate
                        && (correlate.getJoinType() == JoinRelType.INNER || correlate.getJoinType() == JoinRelType.LEFT)
                        && !Decorrelate.isUnnest(correlate.getRight())
                ? joined(correlate)
                : visited;
    }

    private static RelNode joined(Correlate correlate) {
        Uncorrelated right = Uncorrelated.of(correlate.getRight(), Set.of(correlate.getCorrelationId()), false);
        if (right == null) {
            return correlate;
        }
        RelNode left = correlate.getLeft();
        RelNode join = LogicalJoin.create(
                left,
                right.plan(),
                correlate.getHints(),
                RexUtil.composeConjunction(left.getCluster().getRexBuilder(), right.conditionsOver(left)),
                Set.of(),
                correlate.getJoinType());
        int columns = correlate.getRowType().getFieldCount();
        if (join.getRowType().getFieldCount() == columns) {
            return join;
        }
        return LogicalProject.create(
                join,
                correlate.getHints(),
                IntStream.range(0, columns)
                        .<RexNode>mapToObj(
                                i -> left.getCluster().getRexBuilder().makeInputRef(join, i))
                        .toList(),
                correlate.getRowType().getFieldNames(),
                Set.of());
    }
}
