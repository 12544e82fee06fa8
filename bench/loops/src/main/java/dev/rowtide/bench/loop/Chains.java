// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

/** The rows of some tables by a key that all have: for each key and table a chain from the newest row to the oldest. */
final class Chains {
    static final int NONE = -1;

    private static final int HEADS = 2;

    private final Records keys;
    private final int[][] next;

    /** @param rows how many rows each table has at most */
    Chains(int... rows) {
        keys = new Records(HEADS - 1 + rows.length);
        next = new int[rows.length][];
        for (int table = 0; table < rows.length; table++) {
            next[table] = new int[rows[table]];
        }
    }

    /** The place of a key, valid until a new key comes in. */
    int slotOf(long key) {
        return keys.slotOf(key);
    }

    void add(int slot, int table, int row) {
        next[table][row] = (int) keys.values[slot + HEADS + table] - 1;
        keys.values[slot + HEADS + table] = row + 1;
    }

    /** The newest row of the table at the key's place, or {@link #NONE}. */
    int head(int slot, int table) {
        return (int) keys.values[slot + HEADS + table] - 1;
    }

    /** The next older row with the same key, or {@link #NONE}. */
    int next(int table, int row) {
        return next[table][row];
    }
}
