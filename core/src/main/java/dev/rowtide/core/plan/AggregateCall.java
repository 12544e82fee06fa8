// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.function.UserAggregate;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One aggregate of a {@link GroupAggregate}.
 *
 * @param function what is computed
 * @param arguments the input columns it is computed from; none for {@code COUNT(*)}
 * @param distinct whether equal arguments count once
 * @param filter a BOOLEAN input column that must be TRUE for a row to count, or -1
 * @param order the order of the rows, for functions that depend on one; none for the order of their arrival
 * @param parameters the constants that the function takes, see {@link AggregateFunction}
 * @param type the result's type
 * @param source where it comes from, for error messages; not part of equality
 */
public record AggregateCall(
        AggregateFunction function,
        List<Integer> arguments,
        boolean distinct,
        int filter,
        List<SortKey> order,
        List<Object> parameters,
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
        order = List.copyOf(order);
        parameters = List.copyOf(parameters);
    }

    /** An aggregate that depends on no order and takes no constants. */
    public AggregateCall(AggregateFunction function, List<Integer> arguments, boolean distinct, int filter, Type type) {
        this(function, arguments, distinct, filter, List.of(), List.of(), type, null);
    }

    /** An aggregate of which is not known where it comes from. */
    public AggregateCall(
            AggregateFunction function,
            List<Integer> arguments,
            boolean distinct,
            int filter,
            List<SortKey> order,
            List<Object> parameters,
            Type type) {
        this(function, arguments, distinct, filter, order, parameters, type, null);
    }

    /** The function of the user's, or null. */
    public @Nullable User user() {
        return function == AggregateFunction.USER ? (User) parameters.get(0) : null;
    }

    /** The name of the function. */
    public String name() {
        User user = user();
        return user == null ? function.toString() : user.name();
    }

    /** The columns that it reads, some perhaps twice. */
    public IntStream columns() {
        IntStream filtered = filter == NO_FILTER ? IntStream.empty() : IntStream.of(filter);
        return IntStream.concat(
                arguments.stream().mapToInt(Integer::intValue),
                IntStream.concat(order.stream().mapToInt(SortKey::column), filtered));
    }

    /** The aggregate over columns that are now at {@code positions}. */
    public AggregateCall moved(int[] positions) {
        return new AggregateCall(
                function,
                arguments.stream().map(column -> positions[column]).toList(),
                distinct,
                filter == NO_FILTER ? NO_FILTER : positions[filter],
                order.stream()
                        .map(key -> new SortKey(positions[key.column()], key.descending(), key.nullsFirst()))
                        .toList(),
                parameters,
                type,
                source);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AggregateCall call
                && function == call.function
                && arguments.equals(call.arguments)
                && distinct == call.distinct
                && filter == call.filter
                && order.equals(call.order)
                && parameters.equals(call.parameters)
                && type.equals(call.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(function, arguments, distinct, filter, order, parameters, type);
    }
}
