// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import java.util.Arrays;

/** The rows of a batch, by the end of their window; most batches have few windows, and many have one. */
final class RowsByWindow {

    private static final int SLOTS_MIN = 16;

    /** By slot of a table of open addressing: the number of the window whose end is there, from 1, or 0. */
    private int[] table = new int[SLOTS_MIN];

    private long[] ends = new long[SLOTS_MIN / 2];
    private int[] firstRows = new int[SLOTS_MIN / 2];
    private int[] counts = new int[SLOTS_MIN / 2];
    private int count;
    private int[] windowOf = {};
    private int[] rows = {};

    /**
     * Sorts rows by window.
     *
     * @param selected the physical rows, of which the first {@code n} count, at least one
     * @param endOf by physical row, the end of its window
     */
    void load(int[] selected, int n, long[] endOf) {
        clear();
        if (windowOf.length < n) {
            windowOf = new int[n];
        }
        int window = window(endOf[selected[0]], selected[0]);
        for (int i = 0; i < n; i++) {
            long end = endOf[selected[i]];
            if (end != ends[window]) {
                window = window(end, selected[i]);
            }
            windowOf[i] = window;
            counts[window]++;
        }
        if (count == 1) {
            rows = Arrays.copyOf(selected, n);
            return;
        }
        int[] next = new int[count];
        for (int w = 1; w < count; w++) {
            next[w] = next[w - 1] + counts[w - 1];
        }
        rows = new int[n];
        for (int i = 0; i < n; i++) {
            rows[next[windowOf[i]]++] = selected[i];
        }
    }

    private void clear() {
        Arrays.fill(table, 0);
        Arrays.fill(counts, 0, count, 0);
        count = 0;
    }

    private int window(long end, int row) {
        int slot = slot(end);
        while (table[slot] != 0) {
            if (ends[table[slot] - 1] == end) {
                return table[slot] - 1;
            }
            slot = slot + 1 & table.length - 1;
        }
        if (count == ends.length) {
            grow();
            return window(end, row);
        }
        table[slot] = count + 1;
        ends[count] = end;
        firstRows[count] = row;
        return count++;
    }

    private int slot(long end) {
        long mixed = end * 0x9E37_79B9_7F4A_7C15L;
        return (int) (mixed >>> 32) & table.length - 1;
    }

    private void grow() {
        ends = Arrays.copyOf(ends, 2 * count);
        firstRows = Arrays.copyOf(firstRows, 2 * count);
        counts = Arrays.copyOf(counts, 2 * count);
        table = new int[2 * table.length];
        for (int w = 0; w < count; w++) {
            int slot = slot(ends[w]);
            while (table[slot] != 0) {
                slot = slot + 1 & table.length - 1;
            }
            table[slot] = w + 1;
        }
    }

    /** The windows. */
    int count() {
        return count;
    }

    /** The end of a window. */
    long end(int window) {
        return ends[window];
    }

    /** A physical row of a window. */
    int row(int window) {
        return firstRows[window];
    }

    /** The rows of a window, in their order. */
    ChangeBatch of(int window, ChangeBatch batch) {
        if (count == 1) {
            return counts[0] == batch.size() ? batch : batch.withSelection(rows, counts[0]);
        }
        int from = 0;
        for (int w = 0; w < window; w++) {
            from += counts[w];
        }
        return batch.withSelection(Arrays.copyOfRange(rows, from, from + counts[window]), counts[window]);
    }
}
