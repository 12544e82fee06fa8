// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.type.Type;
import java.util.List;
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
 */
public record AggregateCall(
        AggregateFunction function,
        List<Integer> arguments,
        boolean distinct,
        int filter,
        @Nullable User user,
        Type type) {

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

    /** A call of one of the engine's functions. */
    public AggregateCall(AggregateFunction function, List<Integer> arguments, boolean distinct, int filter, Type type) {
        this(function, arguments, distinct, filter, null, type);
    }

    /** The name of the function. */
    public String name() {
        return user == null ? function.toString() : user.name();
    }
}
