// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import java.util.Arrays;

/**
 * The matches of one side's rows, counted with each row, and those rows whose count a step may change: how many they had before, and what became of the row. A row's
 * counter holds the count, and while a step lasts the row's place in the list.
 */
final class MatchCounts {

    /** The count before of a row that there was not. */
    static final int NEW = -1;

    static final int NONE = -1;

    private static final long COUNT = 0xFFFF_FFFFL;

    private final JoinSide side;

    private int size;
    private int[] rows = new int[16];
    private int[] before = new int[16];
    private int[] left = new int[16];
    private int[] changes = new int[16];
    private boolean[] gone = new boolean[16];
    private boolean[] settled = new boolean[16];

    MatchCounts(JoinSide side) {
        this.side = side;
    }

    /** The rows listed. */
    int size() {
        return size;
    }

    /** The place of a row in the list, which it gets if it has none. */
    int touch(int row) {
        long word = side.counter(row);
        if (word >>> 32 != 0) {
            return (int) (word >>> 32) - 1;
        }
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, size * 2);
            before = Arrays.copyOf(before, size * 2);
            left = Arrays.copyOf(left, size * 2);
            changes = Arrays.copyOf(changes, size * 2);
            gone = Arrays.copyOf(gone, size * 2);
            settled = Arrays.copyOf(settled, size * 2);
        }
        rows[size] = row;
        before[size] = (int) word;
        left[size] = (int) word;
        changes[size] = NONE;
        gone[size] = false;
        settled[size] = false;
        size++;
        side.setCounter(row, word | (long) size << 32);
        return size - 1;
    }

    /** Lists a row that a change takes out. */
    void touchGone(int row, int change) {
        int place = touch(row);
        gone[place] = true;
        changes[place] = change;
    }

    /** Lists a row that is put in. */
    void touchNew(int row) {
        int place = touch(row);
        before[place] = NEW;
    }

    /** Adds to the count of a row. */
    void add(int row, int more) {
        touch(row);
        side.setCounter(row, side.counter(row) + more);
    }

    int row(int place) {
        return rows[place];
    }

    /** The count before the step, or {@link #NEW}. */
    int before(int place) {
        return before[place];
    }

    /** The count after the step. */
    int after(int place) {
        return (int) (side.counter(rows[place]) & COUNT);
    }

    /** Whether a change takes the row out. */
    boolean isGone(int place) {
        return gone[place];
    }

    /** Whether the row is there before and after the step. */
    boolean isKept(int place) {
        return !gone[place] && before[place] != NEW;
    }

    /** The change that takes the row out. */
    int change(int place) {
        return changes[place];
    }

    /** Notes that one of the matches from before was put out as lost; whether it was the last. */
    boolean isLastLost(int place) {
        return --left[place] == 0;
    }

    /** Whether what becomes of the row itself has been put out. */
    boolean isSettled(int place) {
        return settled[place];
    }

    void settle(int place) {
        settled[place] = true;
    }

    /** Ends the step. */
    void clear() {
        for (int place = 0; place < size; place++) {
            side.setCounter(rows[place], side.counter(rows[place]) & COUNT);
        }
        size = 0;
    }
}
