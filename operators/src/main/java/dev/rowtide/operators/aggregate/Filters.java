// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BooleanColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Evaluates FILTER columns, once for all that share one: a bit per filter and row. Bit 0 is for no filter and always set. */
final class Filters {

    /** The bit of a call without filter. */
    static final int NONE = 0;

    /** No more room. */
    static final int FULL = -1;

    private static final int BITS = Long.SIZE;

    private final List<Integer> columns = new ArrayList<>();
    private long[] bits = {};

    /** The bit of a filter column (-1 for none), which is added if need be; {@link #FULL} if there is no room. */
    int bit(int column) {
        if (column < 0) {
            return NONE;
        }
        int known = columns.indexOf(column);
        if (known < 0 && columns.size() < BITS - 1) {
            known = columns.size();
            columns.add(column);
        }
        return known < 0 ? FULL : 1 + known;
    }

    /** Evaluates the filters for the rows of the steps. */
    void load(Steps steps) {
        int n = steps.size();
        if (bits.length < n) {
            bits = new long[Math.max(n, 2 * bits.length)];
        }
        Arrays.fill(bits, 0, n, 1L << NONE);
        for (int f = 0; f < columns.size(); f++) {
            load((BooleanColumn) steps.batch().column(columns.get(f)), 1 + f, steps, n);
        }
    }

    private void load(BooleanColumn column, int bit, Steps steps, int n) {
        boolean[] values = column.values();
        int[] rows = steps.rows();
        for (int i = 0; i < n; i++) {
            bits[i] |= (values[rows == null ? i : rows[i]] ? 1L : 0L) << bit;
        }
        for (int i = 0; column.nulls() != null && i < n; i++) {
            if (column.isNull(steps.row(i))) {
                bits[i] &= ~(1L << bit);
            }
        }
    }

    /** By row, the filters that are TRUE. */
    long[] bits() {
        return bits;
    }
}
