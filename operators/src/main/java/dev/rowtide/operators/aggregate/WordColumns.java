// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import java.util.Arrays;

/** The value words of records as they were at some moment: a column per word, a row per step. */
final class WordColumns {

    private final long[][] columns;

    WordColumns(int words) {
        columns = new long[words][];
        Arrays.fill(columns, new long[0]);
    }

    /** The values of one word by step. */
    long[] column(int word) {
        return columns[word];
    }

    /** The words of a record. */
    int width() {
        return columns.length;
    }

    /** Makes room for {@code steps} steps; what is there stays. */
    void ensure(int steps) {
        if (columns[0].length < steps) {
            int length = Math.max(steps, 2 * columns[0].length);
            for (int w = 0; w < columns.length; w++) {
                columns[w] = Arrays.copyOf(columns[w], length);
            }
        }
    }

    /** Takes the value words of one record, which start at {@code from}. */
    void take(int step, long[] records, int from) {
        for (int w = 0; w < columns.length; w++) {
            columns[w][step] = records[from + w];
        }
    }

    /** Takes the value words of records, {@code offset} behind their addresses, as steps from 0 on. */
    void takeAll(long[] records, int[] at, int first, int n, int offset) {
        ensure(n);
        for (int w = 0; w < columns.length; w++) {
            long[] column = columns[w];
            for (int i = 0; i < n; i++) {
                column[i] = records[at[first + i] + offset + w];
            }
        }
    }

    /** Takes steps from other columns, as steps from 0 on. */
    void takeAll(WordColumns other, int first, int n) {
        ensure(n);
        for (int w = 0; w < columns.length; w++) {
            System.arraycopy(other.columns[w], first, columns[w], 0, n);
        }
    }

    /** All words 0 at {@code step}: a group without rows. */
    void zero(int step) {
        ensure(step + 1);
        for (long[] column : columns) {
            column[step] = 0;
        }
    }
}
