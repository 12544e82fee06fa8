// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A scalar function that is called row by row with boxed values: the way for functions that have no vector kernel. Stateless and free of side effects; may be
 * called by several threads.
 */
public interface ScalarFunction {

    /** The function's name, for messages and plans. */
    String name();

    /** A call as SQL, for plans and messages, given the texts of its arguments. */
    default String callText(List<String> arguments) {
        return name() + "(" + String.join(", ", arguments) + ")";
    }

    /**
     * Whether the same arguments always give the same value. Of a function that does not, each call that is written in SQL has one value for a row, however often a plan
     * asks for it.
     */
    default boolean deterministic() {
        return true;
    }

    /**
     * The value for one row.
     *
     * @param arguments a datum ({@link dev.rowtide.core.batch.Datum}) per argument, null for NULL; the array is reused, keep no reference
     * @return a datum of the call's type, null for NULL
     * @throws dev.rowtide.core.error.EngineException if the function is not defined for these arguments
     */
    @Nullable
    Object apply(@Nullable Object[] arguments);
}
