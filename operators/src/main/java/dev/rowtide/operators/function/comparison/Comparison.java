// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.function.BuiltinFunction;

/**
 * A comparison operator, reduced to {@code =} or {@code <}.
 *
 * @param equality whether it rests on {@code =}, else on {@code <}
 * @param swapped whether the operands change places first
 * @param negated whether the answer is turned round
 */
record Comparison(boolean equality, boolean swapped, boolean negated) {

    static Comparison of(BuiltinFunction function) {
        return switch (function) {
            case EQUAL -> new Comparison(true, false, false);
            case NOT_EQUAL -> new Comparison(true, false, true);
            case LESS -> new Comparison(false, false, false);
            case GREATER_OR_EQUAL -> new Comparison(false, false, true);
            case GREATER -> new Comparison(false, true, false);
            case LESS_OR_EQUAL -> new Comparison(false, true, true);
            default -> throw new IllegalArgumentException(function + " is no comparison");
        };
    }

    /** The answer, given how the first operand compares to the second: negative, zero or positive. */
    boolean test(int order) {
        return (equality ? order == 0 : swapped ? order > 0 : order < 0) != negated;
    }
}
