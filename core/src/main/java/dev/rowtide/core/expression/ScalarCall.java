// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.expression;

import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A call of a function without a kernel: one of the long tail, or a user's.
 *
 * @param function the function, called row by row
 * @param arguments its arguments
 * @param type the result's type
 * @param source where it comes from, for error messages; not part of equality
 */
public record ScalarCall(
        ScalarFunction function,
        List<Expression> arguments,
        Type type,
        @Nullable Provenance source) implements Expression {

    public ScalarCall {
        arguments = List.copyOf(arguments);
    }

    public ScalarCall(ScalarFunction function, List<Expression> arguments, Type type) {
        this(function, arguments, type, null);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ScalarCall call
                && function.equals(call.function)
                && type.equals(call.type)
                && arguments.equals(call.arguments);
    }

    @Override
    public int hashCode() {
        return (function.hashCode() * 31 + arguments.hashCode()) * 31 + type.hashCode();
    }

    @Override
    public String toString() {
        return function.name() + arguments.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
    }
}
