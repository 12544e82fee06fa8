// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.error.EngineException;
import java.util.function.Supplier;

/** Takes the rows for which a function is not defined. */
@FunctionalInterface
public interface Failures {

    /**
     * Notes that the function failed on a physical row.
     *
     * @param error gives the error if somebody wants it
     */
    void fail(int row, Supplier<EngineException> error);
}
