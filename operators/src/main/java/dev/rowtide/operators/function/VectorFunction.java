// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.batch.Column;

/** A function over columns. It has no state that a call leaves behind for the next, except caches; one thread uses it. */
public interface VectorFunction {

    /**
     * The values for the given rows, indexed by physical row; values at other rows are undefined.
     *
     * @param arguments a column per argument, indexed by physical row; never written
     * @param rows the rows to compute
     * @param failures where rows are noted for which the function is not defined
     * @return a fresh column, or one that shares arrays with the arguments
     */
    Column apply(Column[] arguments, Rows rows, Failures failures);
}
