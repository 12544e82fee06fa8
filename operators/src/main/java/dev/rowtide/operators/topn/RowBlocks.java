// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import java.util.Arrays;

/**
 * Short lists of row numbers and the rows' prefixes, each in a block of one array that is twice as long as the next smaller kind. Blocks that were outgrown are used
 * again.
 */
final class RowBlocks {

    private static final int LEAST = 2;
    private static final int SCAN_MAX = 16;

    private final int rowsMax;
    private int[] numbers = new int[1024];
    private long[] prefixes = new long[1024];
    private int end;

    /** By kind of block, from the smallest: the first free one, plus 1; a free block's first element is the next one. */
    private final int[] free = new int[Integer.SIZE];

    /** @param rowsMax the rows of the longest list */
    RowBlocks(int rowsMax) {
        this.rowsMax = rowsMax;
    }

    int row(int start, int place) {
        return numbers[start + place];
    }

    long prefix(int start, int place) {
        return prefixes[start + place];
    }

    /** How many rows of a list have a smaller prefix: in a short one all are counted, so that there is no branch to foresee. */
    int countBelow(int start, int count, long prefix) {
        int low = 0;
        int high = count;
        while (high - low > SCAN_MAX) {
            int middle = (low + high) >>> 1;
            if (prefixes[start + middle] < prefix) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int below = low;
        for (int i = start + low; i < start + high; i++) {
            below += prefixes[i] < prefix ? 1 : 0;
        }
        return below;
    }

    /** Reads a list of {@code count} rows, not quite all of it if it is long, so that the cache misses of many lists overlap; the sum is of no meaning. */
    long touch(int start, int count) {
        int last = start + count - 1;
        return numbers[last] + prefixes[start] + prefixes[(start + last) >>> 1] + prefixes[last];
    }

    /** Copies the rows of a list from a place on, and their prefixes. */
    void copy(int from, int count, int[] rows, long[] rowPrefixes, int at) {
        System.arraycopy(numbers, from, rows, at, count);
        System.arraycopy(prefixes, from, rowPrefixes, at, count);
    }

    /** Puts a row at a place of a list of {@code count} rows, whose block has room. */
    void insert(int start, int count, int place, int row, long prefix) {
        int at = start + place;
        System.arraycopy(numbers, at, numbers, at + 1, count - place);
        System.arraycopy(prefixes, at, prefixes, at + 1, count - place);
        numbers[at] = row;
        prefixes[at] = prefix;
    }

    /**
     * Gives a list a block with room for more rows.
     *
     * @param count the rows in it; without, it has no block yet
     * @return where the block starts
     */
    int ensure(int start, int count, int needed) {
        int kind = kind(needed);
        if (count > 0 && kind(count) == kind) {
            return start;
        }
        int larger = allocate(kind);
        if (count > 0) {
            System.arraycopy(numbers, start, numbers, larger, count);
            System.arraycopy(prefixes, start, prefixes, larger, count);
            release(start, count);
        }
        return larger;
    }

    /** Gives up the block of a list of {@code count} rows, which is not empty. */
    void release(int start, int count) {
        int kind = kind(count);
        numbers[start] = free[kind];
        free[kind] = start + 1;
    }

    long bytes() {
        return (long) numbers.length * (Integer.BYTES + Long.BYTES);
    }

    private static int kind(int rows) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(rows, LEAST) - 1);
    }

    private int allocate(int kind) {
        if (free[kind] > 0) {
            int start = free[kind] - 1;
            free[kind] = numbers[start];
            return start;
        }
        int start = end;
        end += Math.min(1 << kind, Math.max(LEAST, rowsMax));
        if (end > numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(end, 2 * numbers.length));
            prefixes = Arrays.copyOf(prefixes, numbers.length);
        }
        return start;
    }
}
