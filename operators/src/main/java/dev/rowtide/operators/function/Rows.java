// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import org.jspecify.annotations.Nullable;

/**
 * The physical rows to compute.
 *
 * @param selection the rows, rising, of which the first {@code size} count; null for rows 0 to {@code size - 1}
 * @param size the number of rows to compute
 * @param bound above all physical rows of the batch: the length of a result's arrays
 */
public record Rows(int @Nullable [] selection, int size, int bound) {

    /** The physical row of the {@code i}-th row to compute. */
    public int row(int i) {
        return selection == null ? i : selection[i];
    }
}
