// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Literal;

/** Which operand of a binary operation is a literal, so that a loop can keep it in a register. */
enum Constant {
    NONE,
    LEFT,
    RIGHT;

    static Constant of(Call call) {
        if (call.arguments().get(1) instanceof Literal) {
            return RIGHT;
        }
        return call.arguments().get(0) instanceof Literal ? LEFT : NONE;
    }
}
