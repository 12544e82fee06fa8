// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.expression;

import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A call of a function without a kernel: one of the long tail, or a user's.
 *
 * @param function the function, called row by row
 * @param arguments its arguments
 * @param type the result's type
 */
public record ScalarCall(ScalarFunction function, List<Expression> arguments, Type type) implements Expression {

    public ScalarCall {
        arguments = List.copyOf(arguments);
    }

    @Override
    public String toString() {
        return function.name() + arguments.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
    }
}
