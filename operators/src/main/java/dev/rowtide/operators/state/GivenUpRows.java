// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/** Rows of a store that are given up, and stay until what was collected of them has gone out. */
public final class GivenUpRows {

    private static final int SIZE_MIN = 64;

    private final RowStore rows;
    private int[] numbers = new int[SIZE_MIN];
    private int count;

    public GivenUpRows(RowStore rows) {
        this.rows = rows;
    }

    /** A row is given up. */
    public void add(int number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
        }
        numbers[count++] = number;
    }

    /** Nothing refers to them any more: frees all. */
    public void free() {
        for (int i = 0; i < count; i++) {
            rows.free(numbers[i]);
        }
        count = 0;
    }
}
