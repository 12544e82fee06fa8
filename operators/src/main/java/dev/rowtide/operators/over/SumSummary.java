// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/** The exact sum of whole numbers, in 192 bits: two numbers of 38 digits may have a sum that does not fit in 128. */
final class SumSummary extends Summary {

    private static final int COUNT = 0;
    private static final int TOP = 1;
    private static final int HIGH = 2;
    private static final int LOW = 3;
    private static final int WIDTH = 4;

    private final boolean wide;

    /** The sums of subtrees, by the row at the top. */
    private long[] sums = new long[16 * WIDTH];

    private final long[] range = new long[WIDTH];

    SumSummary(RowStore rows, int column, Storage storage) {
        super(rows, column);
        wide = storage == Storage.WIDE;
    }

    @Override
    public void update(int row, int left, int right) {
        int at = row * WIDTH;
        if (at >= sums.length) {
            sums = Arrays.copyOf(sums, Math.max(at + WIDTH, 2 * sums.length));
        }
        Arrays.fill(sums, at, at + WIDTH, 0);
        addRow(row, sums, at);
        addSubtree(left, sums, at);
        addSubtree(right, sums, at);
    }

    private void addRow(int row, long[] to, int at) {
        if (isNull(row)) {
            return;
        }
        long word = rows.word(row, column);
        long high = wide ? word : word >> 63;
        add(to, at, 1, high >> 63, high, wide ? rows.lowWord(row, column) : word);
    }

    private void addSubtree(int subtree, long[] to, int at) {
        if (subtree >= 0) {
            int from = subtree * WIDTH;
            add(to, at, sums[from + COUNT], sums[from + TOP], sums[from + HIGH], sums[from + LOW]);
        }
    }

    private static void add(long[] to, int at, long count, long top, long high, long low) {
        long sumLow = to[at + LOW] + low;
        long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
        long sumHigh = to[at + HIGH] + high;
        long carryHigh = Long.compareUnsigned(sumHigh, high) < 0 ? 1 : 0;
        sumHigh += carry;
        carryHigh += carry == 1 && sumHigh == 0 ? 1 : 0;
        to[at + COUNT] += count;
        to[at + TOP] += top + carryHigh;
        to[at + HIGH] = sumHigh;
        to[at + LOW] = sumLow;
    }

    @Override
    void reset() {
        Arrays.fill(range, 0);
    }

    @Override
    public boolean subtree(int row) {
        addSubtree(row, range, 0);
        return true;
    }

    @Override
    public void row(int row) {
        addRow(row, range, 0);
    }

    @Override
    long count() {
        return range[COUNT];
    }

    /** The upper 64 bits of the sum. */
    long top() {
        return range[TOP];
    }

    /** The 64 bits below. */
    long high() {
        return range[HIGH];
    }

    /** The lowest 64 bits. */
    long low() {
        return range[LOW];
    }

    @Override
    long bytes() {
        return (long) sums.length * Long.BYTES;
    }
}
