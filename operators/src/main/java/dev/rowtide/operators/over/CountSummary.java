// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/** How many values there are. */
final class CountSummary extends Summary {

    /** By the row at the top of a subtree. */
    private int[] counts = new int[16];

    private long count;

    CountSummary(RowStore rows, int column) {
        super(rows, column);
    }

    @Override
    public void update(int row, int left, int right) {
        if (row >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(row + 1, 2 * counts.length));
        }
        counts[row] = (isNull(row) ? 0 : 1) + in(left) + in(right);
    }

    /** The values in a subtree, which may be none (-1). */
    int in(int subtree) {
        return subtree < 0 ? 0 : counts[subtree];
    }

    /** How many values the rows of a partition have at the places from one up to, not including, another. */
    int between(PartitionRows partition, int from, int to) {
        range(partition, from, to);
        return (int) count;
    }

    /** The place of the row of a partition that has value number {@code value}, from 0; the size if there are no more. */
    int placeOf(PartitionRows partition, int value) {
        int[] ahead = {value};
        return partition.descend((row, left) -> {
            if (ahead[0] < in(left)) {
                return -1;
            }
            ahead[0] -= in(left);
            if (isNull(row)) {
                return 1;
            }
            return ahead[0]-- == 0 ? 0 : 1;
        });
    }

    @Override
    void reset() {
        count = 0;
    }

    @Override
    public boolean subtree(int row) {
        count += counts[row];
        return true;
    }

    @Override
    public void row(int row) {
        count += isNull(row) ? 0 : 1;
    }

    @Override
    long count() {
        return count;
    }

    @Override
    long bytes() {
        return (long) counts.length * Integer.BYTES;
    }
}
