// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.optimize;

import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;

/** What an expression may do when it is moved: fail on a row that a guard would have kept from it, or give another value when evaluated elsewhere. */
final class Guarded {

    private Guarded() {}

    /** Whether the expression has a value for every row: it only compares, combines conditions and reads columns. */
    static boolean neverFails(RexNode expression) {
        return Boolean.TRUE.equals(expression.accept(new NeverFails()));
    }

    /** Whether evaluating it twice for a row, or at another place of the plan, gives the same. */
    static boolean isStable(RexNode expression) {
        return RexUtil.isDeterministic(expression);
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
        public Boolean visitLiteral(org.apache.calcite.rex.RexLiteral literal) {
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
                        SEARCH -> call.getOperands().stream().allMatch(Guarded::neverFails);
                default -> false;
            };
        }
    }
}
