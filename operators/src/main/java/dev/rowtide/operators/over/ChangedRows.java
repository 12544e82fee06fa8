// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import java.util.Arrays;

/**
 * The rows that came or went since the last net effect was told, by partition; partitions, and rows in them, in order of first mention. A row that came and went is of
 * no account, and if it had taken another's place, the one that takes its place takes that.
 */
final class ChangedRows {

    static final int NONE = -1;

    // By entry.
    private int[] rows = new int[64];
    private boolean[] shown = new boolean[64];
    private boolean[] gone = new boolean[64];
    private int[] origins = new int[64];
    private int[] successors = new int[64];
    private int[] nexts = new int[64];
    private int size;

    /** By row: its entry, plus 1. */
    private int[] entries = new int[64];

    // By number of a touched partition.
    private int[] partitions = new int[16];
    private int[] sizesBefore = new int[16];
    private int[] firsts = new int[16];
    private int[] lasts = new int[16];
    private int touched;

    /** By partition: its number here, plus 1. */
    private int[] numbers = new int[16];

    boolean isEmpty() {
        return touched == 0;
    }

    /** Is told before a partition of so many rows changes. */
    void touch(int partition, int sizeBefore) {
        if (partition >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(partition + 1, 2 * numbers.length));
        }
        if (numbers[partition] > 0) {
            return;
        }
        if (touched == partitions.length) {
            partitions = Arrays.copyOf(partitions, 2 * touched);
            sizesBefore = Arrays.copyOf(sizesBefore, 2 * touched);
            firsts = Arrays.copyOf(firsts, 2 * touched);
            lasts = Arrays.copyOf(lasts, 2 * touched);
        }
        partitions[touched] = partition;
        sizesBefore[touched] = sizeBefore;
        firsts[touched] = NONE;
        lasts[touched] = NONE;
        numbers[partition] = ++touched;
    }

    /** A row came into a touched partition. */
    void came(int row, int partition) {
        entry(row, partition, false);
    }

    /** A row went from a touched partition; it is given up with the net effect. */
    void went(int row, int partition) {
        int entry = entry(row, partition, true);
        gone[entry] = true;
        if (origins[entry] != NONE) {
            successors[entries[origins[entry]] - 1] = NONE;
        }
    }

    /** A row that came is what has become of one of its partition that went. */
    void replaced(int old, int row) {
        int from = entries[old] - 1;
        int origin = shown[from] ? old : origins[from];
        if (origin != NONE) {
            origins[entries[row] - 1] = origin;
            successors[entries[origin] - 1] = row;
        }
    }

    private int entry(int row, int partition, boolean isShown) {
        if (row >= entries.length) {
            entries = Arrays.copyOf(entries, Math.max(row + 1, 2 * entries.length));
        }
        if (entries[row] > 0) {
            return entries[row] - 1;
        }
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, 2 * size);
            shown = Arrays.copyOf(shown, 2 * size);
            gone = Arrays.copyOf(gone, 2 * size);
            origins = Arrays.copyOf(origins, 2 * size);
            successors = Arrays.copyOf(successors, 2 * size);
            nexts = Arrays.copyOf(nexts, 2 * size);
        }
        rows[size] = row;
        shown[size] = isShown;
        gone[size] = false;
        origins[size] = NONE;
        successors[size] = NONE;
        nexts[size] = NONE;
        int number = numbers[partition] - 1;
        if (firsts[number] == NONE) {
            firsts[number] = size;
        } else {
            nexts[lasts[number]] = size;
        }
        lasts[number] = size;
        entries[row] = ++size;
        return size - 1;
    }

    /** The touched partitions. */
    int touched() {
        return touched;
    }

    int partition(int number) {
        return partitions[number];
    }

    int sizeBefore(int number) {
        return sizesBefore[number];
    }

    /** The first entry of a touched partition, or {@link #NONE}. */
    int first(int number) {
        return firsts[number];
    }

    /** The entry behind another of the same partition, or {@link #NONE}. */
    int next(int entry) {
        return nexts[entry];
    }

    int row(int entry) {
        return rows[entry];
    }

    /** Whether the row is there and was not. */
    boolean isNew(int entry) {
        return !shown[entry] && !gone[entry];
    }

    /** Whether the row was there and is not. */
    boolean isGone(int entry) {
        return shown[entry] && gone[entry];
    }

    /** The row that has taken the place of one that is gone, or {@link #NONE}. */
    int successor(int entry) {
        return successors[entry];
    }

    /** The row that was there and whose place a new one has taken, or {@link #NONE}. */
    int origin(int entry) {
        return origins[entry];
    }

    /** Whether a row is listed; one that is still in its partition then is new. */
    boolean isListed(int row) {
        return row < entries.length && entries[row] > 0;
    }

    /** Forgets all. */
    void clear() {
        for (int entry = 0; entry < size; entry++) {
            entries[rows[entry]] = 0;
        }
        for (int number = 0; number < touched; number++) {
            numbers[partitions[number]] = 0;
        }
        size = 0;
        touched = 0;
    }

    /** The entries. */
    int size() {
        return size;
    }

    /** Whether the row of an entry went, whether or not it was there before. */
    boolean went(int entry) {
        return gone[entry];
    }

    long bytes() {
        return (long) (entries.length + numbers.length) * Integer.BYTES;
    }
}
