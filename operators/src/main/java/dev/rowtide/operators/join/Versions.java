// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

/** Which pair that a step wins is the new version of a pair that it loses: the same rows, or what they were updated to. */
final class Versions {

    static final int NONE = -1;

    private final StepMap successors = new StepMap();
    private final StepMap wonPairs = new StepMap();
    private boolean indexed;

    /** Prepares for a step. */
    void begin(StepLog log, int step) {
        indexed = log.isOnBothSides(step);
        if (!indexed) {
            return;
        }
        successors.clear();
        wonPairs.clear();
        for (int change = log.firstChange(step); change < log.changesEnd(step); change++) {
            if (log.isUpdate(change)) {
                successors.put(key(log.side(change), log.gone(change)), log.fresh(change));
            }
            for (int pair = log.won(change); pair < log.wonEnd(change); pair++) {
                if (log.isMatch(pair)) {
                    wonPairs.put(key(log.left(pair), log.right(pair)), pair);
                }
            }
        }
    }

    /** The pair that is the new version of the one that a change loses, if that matches, else {@link #NONE}. */
    int of(StepLog log, int change, int lost) {
        if (indexed) {
            int pair = wonPairs.get(key(successor(0, log.left(lost)), successor(1, log.right(lost))));
            return pair != StepMap.ABSENT && log.isMatch(pair) ? pair : NONE;
        }
        if (!log.isUpdate(change)) {
            return NONE;
        }
        // Both rows of the update met the same chain, unless it changed the key.
        int pair = log.won(change) + lost - log.lost(change);
        boolean same = pair < log.wonEnd(change)
                && (log.side(change) == 0 ? log.right(pair) == log.right(lost) : log.left(pair) == log.left(lost));
        return same && log.isMatch(pair) ? pair : NONE;
    }

    private int successor(int side, int row) {
        int successor = successors.get(key(side, row));
        return successor == StepMap.ABSENT ? row : successor;
    }

    private static long key(int first, int second) {
        return (long) first << 32 | second;
    }
}
