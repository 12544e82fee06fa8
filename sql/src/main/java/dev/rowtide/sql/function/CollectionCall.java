// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.function.ScalarFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of arrays and maps that has no kernel.
 *
 * @param name its name
 * @param takesNull for each argument whether it may be NULL without making the result so
 */
public record CollectionCall(String name, List<Boolean> takesNull) implements ScalarFunction {

    public CollectionCall {
        takesNull = List.copyOf(takesNull);
    }

    @Override
    public @Nullable Object apply(@Nullable Object[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] == null && !takesNull.get(i)) {
                return null;
            }
        }
        return CollectionBodies.of(name).apply(arguments);
    }
}
