// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/** Finds stored rows by their values, of equal ones the oldest: a hash table of row numbers, open addressing, with the younger equal rows behind each. */
final class StoredRowIndex {

    private static final int NONE = JoinSide.NONE;

    private final RowStore rows;
    private final int[] hashedColumns;

    /** The oldest of some equal rows: its number plus 1; 0 for an empty slot. */
    private int[] slots = new int[64];

    private int used;

    // By row number: the hash, the next younger equal row plus 1, and for the oldest the youngest.
    private int[] hashes = {};
    private int[] younger = {};
    private int[] youngest = {};

    /** @param hashedColumns the columns by which rows usually differ */
    StoredRowIndex(RowStore rows, int[] hashedColumns) {
        this.rows = rows;
        this.hashedColumns = hashedColumns;
    }

    /** The number of the oldest row that is equal to a row of a batch, or {@link JoinSide#NONE}. */
    int oldest(ChangeBatch batch, int row) {
        int hash = fold(RowStore.hash(batch, row, hashedColumns));
        int slot = hash & slots.length - 1;
        while (slots[slot] != 0) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash && rows.equals(number, batch, row)) {
                return number;
            }
            slot = slot + 1 & slots.length - 1;
        }
        return NONE;
    }

    /** Adds a row, the youngest of all. */
    void add(int number) {
        if (number >= hashes.length) {
            int length = Math.max(number + 1, Math.max(64, hashes.length * 2));
            hashes = Arrays.copyOf(hashes, length);
            younger = Arrays.copyOf(younger, length);
            youngest = Arrays.copyOf(youngest, length);
        }
        if (used >= slots.length / 2) {
            grow();
        }
        int hash = fold(rows.hash(number, hashedColumns));
        hashes[number] = hash;
        younger[number] = 0;
        int slot = hash & slots.length - 1;
        while (slots[slot] != 0) {
            int oldest = slots[slot] - 1;
            if (hashes[oldest] == hash && rows.equals(oldest, number)) {
                younger[youngest[oldest]] = number + 1;
                youngest[oldest] = number;
                return;
            }
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = number + 1;
        youngest[number] = number;
        used++;
    }

    /** Removes a row, the oldest of those equal to it. */
    void removeOldest(int number) {
        int slot = hashes[number] & slots.length - 1;
        while (slots[slot] != number + 1) {
            slot = slot + 1 & slots.length - 1;
        }
        if (younger[number] != 0) {
            slots[slot] = younger[number];
            youngest[younger[number] - 1] = youngest[number];
        } else {
            close(slot);
            used--;
        }
    }

    /** Empties a slot and moves the rows behind it that it has kept from their places. */
    private void close(int emptied) {
        int mask = slots.length - 1;
        int hole = emptied;
        for (int slot = hole + 1 & mask; slots[slot] != 0; slot = slot + 1 & mask) {
            int home = hashes[slots[slot] - 1] & mask;
            if ((slot - home & mask) >= (slot - hole & mask)) {
                slots[hole] = slots[slot];
                hole = slot;
            }
        }
        slots[hole] = 0;
    }

    private void grow() {
        int[] old = slots;
        slots = new int[old.length * 2];
        for (int entry : old) {
            if (entry != 0) {
                int slot = hashes[entry - 1] & slots.length - 1;
                while (slots[slot] != 0) {
                    slot = slot + 1 & slots.length - 1;
                }
                slots[slot] = entry;
            }
        }
    }

    private static int fold(long hash) {
        return (int) (hash >>> 32);
    }

    long bytes() {
        return (long) Integer.BYTES * (slots.length + 3L * hashes.length);
    }
}
