// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The pairs of an inner join that inserts make: each is a row of the result if it matches, and there is no more to them than the two rows and the position. */
final class InsertedPairs {

    private int size;
    private int[] left = new int[256];
    private int[] right = new int[256];
    private long[] positions = new long[256];

    private int[] matches = {};

    int size() {
        return size;
    }

    /** Adds a pair of a row of {@code side} and a row of the other. */
    void add(int side, int row, int other, long position) {
        if (size == left.length) {
            left = Arrays.copyOf(left, size * 2);
            right = Arrays.copyOf(right, size * 2);
            positions = Arrays.copyOf(positions, size * 2);
        }
        left[size] = side == 0 ? row : other;
        right[size] = side == 0 ? other : row;
        positions[size++] = position;
    }

    /** Reverses the order of the pairs from {@code from} on, which have one position. */
    void reverse(int from) {
        for (int i = from, j = size - 1; i < j; i++, j--) {
            int otherLeft = left[i];
            int otherRight = right[i];
            left[i] = left[j];
            right[i] = right[j];
            left[j] = otherLeft;
            right[j] = otherRight;
        }
    }

    /** Puts out the pairs that match; false if that fails for some, and nothing is put out. */
    boolean put(
            @Nullable ResidualCondition condition,
            RowStore leftRows,
            RowStore rightRows,
            JoinOutput output,
            Tick tick) {
        if (condition == null) {
            for (int pair = 0; pair < size; pair++) {
                output.insert(left[pair], right[pair], positions[pair]);
            }
            return true;
        }
        matches = matches.length < size ? new int[left.length] : matches;
        int count = 0;
        for (int from = 0; from < size; from += ChangeBatch.ROWS_MAX) {
            int n = Math.min(ChangeBatch.ROWS_MAX, size - from);
            int[] ofLeft = Arrays.copyOfRange(left, from, from + n);
            int[] ofRight = Arrays.copyOfRange(right, from, from + n);
            int[] selected = new int[n];
            int found = condition.select(leftRows, ofLeft, rightRows, ofRight, n, selected, tick);
            if (found == ResidualCondition.FAILED) {
                return false;
            }
            for (int i = 0; i < found; i++) {
                matches[count++] = from + selected[i];
            }
        }
        for (int i = 0; i < count; i++) {
            int pair = matches[i];
            output.insert(left[pair], right[pair], positions[pair]);
        }
        return true;
    }

    /** Makes steps of the pairs, each pair a change of its left row. */
    void log(StepLog log) {
        for (int pair = 0; pair < size; pair++) {
            if (pair == 0 || positions[pair] != positions[pair - 1]) {
                log.beginStep(positions[pair]);
            }
            int from = log.pairs();
            log.pair(0, left[pair], right[pair]);
            log.putIn(0, left[pair], from);
        }
    }

    void clear() {
        size = 0;
    }
}
