// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.expression;

import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A call of a built-in function, one that has a vector kernel.
 *
 * @param function the function
 * @param arguments its arguments, of the types that {@link BuiltinFunction} says
 * @param type the result's type
 * @param source where it comes from, for error messages; not part of equality
 */
public record Call(
        BuiltinFunction function,
        List<Expression> arguments,
        Type type,
        @Nullable Provenance source) implements Expression {

    public Call {
        arguments = List.copyOf(arguments);
    }

    public Call(BuiltinFunction function, List<Expression> arguments, Type type) {
        this(function, arguments, type, null);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Call call
                && function == call.function
                && type.equals(call.type)
                && arguments.equals(call.arguments);
    }

    @Override
    public int hashCode() {
        return (function.hashCode() * 31 + arguments.hashCode()) * 31 + type.hashCode();
    }

    @Override
    public String toString() {
        return function + arguments.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
    }
}
