// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import java.math.BigDecimal;
import java.util.Set;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** What an expression may do when it is moved: fail on a row that a guard would have kept from it, or give another value when evaluated elsewhere. */
public final class Guarded {

    private static final BigDecimal SMALL = BigDecimal.valueOf(1_000_000_000);

    private static final Set<SqlKind> COMPARISONS = Set.of(
            SqlKind.EQUALS,
            SqlKind.LESS_THAN,
            SqlKind.LESS_THAN_OR_EQUAL,
            SqlKind.GREATER_THAN,
            SqlKind.GREATER_THAN_OR_EQUAL);

    private Guarded() {}

    /** Whether the expression has a value for every row: it only compares, combines conditions, reads columns, and calls what has a value for all arguments. */
    public static boolean neverFails(RexNode expression) {
        return Boolean.TRUE.equals(expression.accept(new NeverFails()));
    }

    /** Whether evaluating it twice for a row, or at another place of the plan, gives the same. */
    static boolean isStable(RexNode expression) {
        return RexUtil.isDeterministic(expression);
    }

    /**
     * Whether it compares two times to which constants are added. It fails only where a sum leaves the years that there are; and it is what tells a join how long its rows
     * are of use.
     */
    static boolean comparesTimes(RexNode expression) {
        return expression instanceof RexCall call
                && COMPARISONS.contains(call.getKind())
                && call.getOperands().stream().allMatch(Guarded::isShiftedTime);
    }

    private static boolean isShiftedTime(RexNode expression) {
        if (expression instanceof RexInputRef) {
            return SqlTypeUtil.isDatetime(expression.getType());
        }
        return expression instanceof RexCall call
                && switch (call.getKind()) {
                    case CAST ->
                        RexUtil.isLosslessCast(call)
                                && isShiftedTime(call.getOperands().get(0));
                    case PLUS, MINUS ->
                        call.getOperands().size() == 2
                                && call.getOperands().stream()
                                        .allMatch(operand -> operand instanceof RexLiteral
                                                ? SqlTypeUtil.isInterval(operand.getType())
                                                : isShiftedTime(operand));
                    default -> false;
                };
    }

    private static final class NeverFails extends RexVisitorImpl<@Nullable Boolean> {

        NeverFails() {
            super(true);
        }

        @Override
        public Boolean visitInputRef(RexInputRef ref) {
            return true;
        }

        @Override
        public Boolean visitLiteral(RexLiteral literal) {
            return true;
        }

        @Override
        public Boolean visitCall(RexCall call) {
            return switch (call.getKind()) {
                case AND,
                        OR,
                        NOT,
                        EQUALS,
                        NOT_EQUALS,
                        LESS_THAN,
                        LESS_THAN_OR_EQUAL,
                        GREATER_THAN,
                        GREATER_THAN_OR_EQUAL,
                        IS_NULL,
                        IS_NOT_NULL,
                        IS_TRUE,
                        IS_NOT_TRUE,
                        IS_FALSE,
                        IS_NOT_FALSE,
                        IS_DISTINCT_FROM,
                        IS_NOT_DISTINCT_FROM,
                        IS_UNKNOWN,
                        COALESCE,
                        CASE,
                        EXTRACT,
                        CHAR_LENGTH,
                        SEARCH -> call.getOperands().stream().allMatch(Guarded::neverFails);
                case LIKE -> neverFails(call.getOperands().get(0)) && areLiterals(call, 1);
                case CAST ->
                    RexUtil.isLosslessCast(call)
                            && neverFails(call.getOperands().get(0));
                case PLUS, MINUS -> areLiterals(call, 0) && (SqlTypeUtil.isDatetime(call.getType()) || areSmall(call));
                default -> {
                    String name = call.getOperator().getName();
                    boolean ofText = name.equals("UPPER") || name.equals("LOWER");
                    boolean part = name.equals("SUBSTRING") && areLiterals(call, 1) && hasNoSign(call);
                    yield (ofText || part) && neverFails(call.getOperands().get(0));
                }
            };
        }

        private static boolean areLiterals(RexCall call, int from) {
            return call.getOperands().stream().skip(from).allMatch(RexLiteral.class::isInstance);
        }

        /** Whether the numbers and their sums are far from the ends of any type's range. */
        private static boolean areSmall(RexCall call) {
            return call.getOperands().stream()
                    .map(RexLiteral.class::cast)
                    .allMatch(number -> number.getValue() instanceof BigDecimal value
                            && value.abs().compareTo(SMALL) <= 0);
        }

        private static boolean hasNoSign(RexCall call) {
            return call.getOperands().stream()
                    .skip(1)
                    .map(RexLiteral.class::cast)
                    .allMatch(number -> number.getValue() instanceof BigDecimal value && value.signum() >= 0);
        }
    }
}
