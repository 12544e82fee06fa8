// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One function of an {@link OverAggregate}.
 *
 * @param function what is computed
 * @param arguments the input columns it is computed from
 * @param ignoreNulls whether FIRST_VALUE and its like pass over rows whose argument is NULL
 * @param number the constant that LAG, LEAD, NTH_VALUE and NTILE have; 0 for others
 * @param frame the rows it looks at; {@link Frame#ALL} if it has none
 * @param type the result's type
 * @param source where it comes from, for error messages; not part of equality
 */
public record OverCall(
        OverFunction function,
        List<Integer> arguments,
        boolean ignoreNulls,
        long number,
        Frame frame,
        Type type,
        @Nullable Provenance source) {

    public OverCall {
        arguments = List.copyOf(arguments);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof OverCall call
                && function == call.function
                && arguments.equals(call.arguments)
                && ignoreNulls == call.ignoreNulls
                && number == call.number
                && frame.equals(call.frame)
                && type.equals(call.type);
    }

    @Override
    public int hashCode() {
        return Objects.hash(function, arguments, ignoreNulls, number, frame, type);
    }
}
