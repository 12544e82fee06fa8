// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.function;

import dev.rowtide.core.batch.Column;
import org.jspecify.annotations.Nullable;

/** A scalar function that works on columns, for one that is called often: no boxed values, no text as objects. */
public interface ColumnFunction extends ScalarFunction {

    /**
     * The values for the given rows, indexed by physical row; values at other rows are undefined.
     *
     * @param arguments a column per argument, with NULLs where a row has them
     * @param selection the physical rows to compute, rising, of which the first {@code size} count; null for rows 0 to {@code size - 1}
     * @param rows the physical rows that the result has room for
     * @return a fresh column of the call's type; never one that the function will write again
     * @throws RuntimeException if it fails on a row; it is then called row by row ({@link #apply(Object[])}) to find out which
     */
    Column apply(Column[] arguments, int @Nullable [] selection, int size, int rows);
}
