// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.sql.optimize.OverCalls;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlKind;

/** Calcite's {@code CASE WHEN COUNT(x) OVER w > 0 THEN SUM(x) OVER w END} back to the sum that was written: ours is NULL where there is nothing to sum. */
final class PlainSums extends RexShuttle {

    private final RexBuilder builder;

    PlainSums(RexBuilder builder) {
        this.builder = builder;
    }

    @Override
    public RexNode visitCall(RexCall call) {
        List<RexNode> parts = call.getOperands();
        if (call.getKind() == SqlKind.CASE
                && parts.size() == 3
                && parts.get(2) instanceof RexLiteral otherwise
                && otherwise.isNull()
                && withoutCast(parts.get(1)) instanceof RexOver sum
                && sum.getAggOperator().getKind() == SqlKind.SUM
                && isCountOfSame(parts.get(0), sum)) {
            return OverCalls.withType(sum, call.getType(), builder);
        }
        return super.visitCall(call);
    }

    private static boolean isCountOfSame(RexNode condition, RexOver sum) {
        return condition.getKind() == SqlKind.GREATER_THAN
                && ((RexCall) condition).getOperands().get(0) instanceof RexOver count
                && count.getAggOperator().getKind() == SqlKind.COUNT
                && count.getWindow().equals(sum.getWindow())
                && count.getOperands().equals(sum.getOperands())
                && count.isDistinct() == sum.isDistinct();
    }

    private static RexNode withoutCast(RexNode node) {
        return node.getKind() == SqlKind.CAST ? ((RexCall) node).getOperands().get(0) : node;
    }
}
