// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.type.Type;

/** The types around a binary operation. */
record Operands(Type left, Type right, Type result) {

    static Operands of(Call call) {
        return new Operands(
                call.arguments().get(0).type(), call.arguments().get(1).type(), call.type());
    }
}
