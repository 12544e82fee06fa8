// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One function of an {@link OverAggregate}.
 *
 * @param function what is computed
 * @param arguments the input columns it is computed from
 * @param ignoreNulls whether FIRST_VALUE and its like pass over rows whose argument is NULL
 * @param number the constant that LAG, LEAD, NTH_VALUE and NTILE have; 0 for others
 * @param frame the rows it looks at; {@link Frame#ALL} if it has none
 * @param aggregate what {@link OverFunction#AGGREGATE} is, over input columns; null for all others
 * @param type the result's type
 * @param source where it comes from, for error messages; not part of equality
 */
public record OverCall(
        OverFunction function,
        List<Integer> arguments,
        boolean ignoreNulls,
        long number,
        Frame frame,
        @Nullable AggregateCall aggregate,
        Type type,
        @Nullable Provenance source) {

    public OverCall {
        arguments = List.copyOf(arguments);
    }

    /** A function that is known by itself. */
    public OverCall(
            OverFunction function,
            List<Integer> arguments,
            boolean ignoreNulls,
            long number,
            Frame frame,
            Type type,
            @Nullable Provenance source) {
        this(function, arguments, ignoreNulls, number, frame, null, type, source);
    }

    /** Any aggregate of the rows of a frame. */
    public static OverCall of(AggregateCall aggregate, Frame frame) {
        return new OverCall(
                OverFunction.AGGREGATE,
                aggregate.arguments(),
                false,
                0,
                frame,
                aggregate,
                aggregate.type(),
                aggregate.source());
    }

    /** The columns that it reads, some perhaps twice. */
    public IntStream columns() {
        return aggregate == null ? arguments.stream().mapToInt(Integer::intValue) : aggregate.columns();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OverCall call
                && function == call.function
                && arguments.equals(call.arguments)
                && ignoreNulls == call.ignoreNulls
                && number == call.number
                && frame.equals(call.frame)
                && Objects.equals(aggregate, call.aggregate)
                && type.equals(call.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(function, arguments, ignoreNulls, number, frame, aggregate, type);
    }
}
