// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import java.util.Arrays;

/** A small map from {@code long} to {@code int} that is cleared at once: for what is remembered within a step. */
final class StepMap {

    static final int ABSENT = -1;

    private long[] keys = new long[16];
    private int[] values = new int[16];

    /** The round of use in which a slot was filled; others are empty. */
    private int[] filledIn = new int[16];

    private int round = 1;
    private int size;

    void clear() {
        size = 0;
        if (++round < 0) {
            Arrays.fill(filledIn, 0);
            round = 1;
        }
    }

    /** The value of a key, or {@link #ABSENT}. */
    int get(long key) {
        int slot = slot(key);
        return filledIn[slot] == round ? values[slot] : ABSENT;
    }

    void put(long key, int value) {
        if (size * 2 >= keys.length) {
            grow();
        }
        int slot = slot(key);
        if (filledIn[slot] != round) {
            filledIn[slot] = round;
            keys[slot] = key;
            size++;
        }
        values[slot] = value;
    }

    private int slot(long key) {
        long hash = (key ^ key >>> 32) * 0x9E37_79B9_7F4A_7C15L;
        int mask = keys.length - 1;
        int slot = (int) (hash >>> 32) & mask;
        while (filledIn[slot] == round && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        int[] oldFilledIn = filledIn;
        int oldRound = round;
        keys = new long[oldKeys.length * 2];
        values = new int[keys.length];
        filledIn = new int[keys.length];
        round = 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldFilledIn[i] == oldRound) {
                int slot = slot(oldKeys[i]);
                filledIn[slot] = 1;
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
