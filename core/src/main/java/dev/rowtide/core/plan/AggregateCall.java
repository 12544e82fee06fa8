// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One aggregate of a {@link GroupAggregate}.
 *
 * @param function what is computed
 * @param arguments the input columns it is computed from; none for {@code COUNT(*)}
 * @param distinct whether equal arguments count once
 * @param filter a BOOLEAN input column that must be TRUE for a row to count, or -1
 * @param user the function, if it is {@link AggregateFunction#USER}; else null
 * @param type the result's type
 * @param source where it comes from, for error messages; not part of equality
 */
public record AggregateCall(
        AggregateFunction function,
        List<Integer> arguments,
        boolean distinct,
        int filter,
        @Nullable User user,
        Type type,
        @Nullable Provenance source) {

    /**
     * A function of the user's.
     *
     * @param name its name
     * @param body what it does
     */
    public record User(String name, UserAggregate<?> body) {}

    /** The value of {@link #filter()} for an aggregate without FILTER. */
    public static final int NO_FILTER = -1;

    public AggregateCall {
        arguments = List.copyOf(arguments);
    }

    /** A call of one of the engine's functions that comes from no text. */
    public AggregateCall(AggregateFunction function, List<Integer> arguments, boolean distinct, int filter, Type type) {
        this(function, arguments, distinct, filter, null, type, null);
    }

    /** The name of the function. */
    public String name() {
        return user == null ? function.toString() : user.name();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AggregateCall call
                && function == call.function
                && arguments.equals(call.arguments)
                && distinct == call.distinct
                && filter == call.filter
                && Objects.equals(user, call.user)
                && type.equals(call.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(function, arguments, distinct, filter, user, type);
    }
}
