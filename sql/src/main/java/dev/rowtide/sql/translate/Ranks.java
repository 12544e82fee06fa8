// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The ranks that a condition on a rank leaves.
 *
 * @param from the first
 * @param to the last; {@link Long#MAX_VALUE} for all
 * @param exact whether the condition says no more than that
 */
record Ranks(long from, long to, boolean exact) {

    private static final Ranks NONE = new Ranks(1, 0, true);

    /** All ranks, where the condition may say anything. */
    static final Ranks UNKNOWN = new Ranks(1, Long.MAX_VALUE, false);

    boolean isEmpty() {
        return from > to;
    }

    boolean isBounded() {
        return to < Long.MAX_VALUE;
    }

    /** The ranks of which {@code condition} on the expression {@code rank} can be TRUE. */
    static Ranks of(RexNode condition, RexNode rank) {
        return switch (condition.getKind()) {
            case AND ->
                ((RexCall) condition)
                        .getOperands().stream()
                                .map(operand -> of(operand, rank))
                                .reduce(new Ranks(1, Long.MAX_VALUE, true), Ranks::and);
            case OR ->
                ((RexCall) condition)
                        .getOperands().stream()
                                .map(operand -> of(operand, rank))
                                .reduce(NONE, Ranks::or);
            case EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
                comparison((RexCall) condition, rank);
            default -> UNKNOWN;
        };
    }

    /** What both leave. */
    Ranks and(Ranks other) {
        return new Ranks(Math.max(from, other.from), Math.min(to, other.to), exact && other.exact);
    }

    /** The range around both: what is between them is another matter. */
    private Ranks or(Ranks other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        boolean touch = from - 1 <= other.to && other.from - 1 <= to;
        return new Ranks(Math.min(from, other.from), Math.max(to, other.to), exact && other.exact && touch);
    }

    private static Ranks comparison(RexCall call, RexNode rank) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        BigDecimal bound = number(right);
        if (isRank(left, rank) && bound != null) {
            return comparison(call.getKind(), bound);
        }
        bound = number(left);
        return isRank(right, rank) && bound != null ? comparison(call.getKind().reverse(), bound) : UNKNOWN;
    }

    private static Ranks comparison(SqlKind kind, BigDecimal bound) {
        long floor = floor(bound);
        boolean whole = BigDecimal.valueOf(floor).compareTo(bound) == 0;
        return switch (kind) {
            case EQUALS -> whole && floor >= 1 ? new Ranks(floor, floor, true) : NONE;
            case LESS_THAN -> new Ranks(1, whole ? floor - 1 : floor, true);
            case LESS_THAN_OR_EQUAL -> new Ranks(1, floor, true);
            case GREATER_THAN -> new Ranks(Math.max(1, floor + 1), Long.MAX_VALUE, true);
            default -> new Ranks(Math.max(1, whole ? floor : floor + 1), Long.MAX_VALUE, true);
        };
    }

    /** The whole number at or below, far from the ends of the range: no table has as many rows. */
    private static long floor(BigDecimal number) {
        BigDecimal limit = BigDecimal.valueOf(Long.MAX_VALUE / 2);
        return number.max(limit.negate())
                .min(limit)
                .setScale(0, RoundingMode.FLOOR)
                .longValueExact();
    }

    private static boolean isRank(RexNode node, RexNode rank) {
        return withoutCast(node).equals(rank);
    }

    private static @Nullable BigDecimal number(RexNode node) {
        return withoutCast(node) instanceof RexLiteral literal && literal.getValue() instanceof BigDecimal number
                ? number
                : null;
    }

    private static RexNode withoutCast(RexNode node) {
        return node.getKind() == SqlKind.CAST ? ((RexCall) node).getOperands().get(0) : node;
    }
}
