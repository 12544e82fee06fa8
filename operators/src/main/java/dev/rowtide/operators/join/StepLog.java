// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import java.util.Arrays;

/**
 * What some steps did to the stored rows, and which pairs of rows that concerns. A step has row changes; a row change has the pairs that its old row leaves behind
 * (<em>lost</em>) and those that its new row makes (<em>won</em>). Old rows of a step are all taken out before its new ones are put in, so that a pair is
 * lost once and won once, also where both rows change.
 *
 * <p>Whether a pair matches is not known here but where there is no condition.
 */
final class StepLog {

    private static final int NONE = JoinSide.NONE;

    private int steps;
    private long[] positions = new long[64];
    private int[] firstChanges = new int[64];
    private int[] firstPairs = new int[64];
    private boolean[] bothSides = new boolean[64];

    private int changes;
    private byte[] sides = new byte[64];
    private int[] gone = new int[64];
    private int[] fresh = new int[64];
    private boolean[] updates = new boolean[64];
    private int[] lost = new int[64];
    private int[] lostEnd = new int[64];
    private int[] won = new int[64];
    private int[] wonEnd = new int[64];

    private int pairs;
    private int[] left = new int[256];
    private int[] right = new int[256];
    private boolean[] matches = new boolean[256];

    void clear() {
        steps = 0;
        changes = 0;
        pairs = 0;
    }

    void beginStep(long position) {
        if (steps + 1 >= positions.length) {
            positions = Arrays.copyOf(positions, steps * 2 + 2);
            firstChanges = Arrays.copyOf(firstChanges, positions.length);
            firstPairs = Arrays.copyOf(firstPairs, positions.length);
            bothSides = Arrays.copyOf(bothSides, positions.length);
        }
        positions[steps] = position;
        firstChanges[steps] = changes;
        firstPairs[steps] = pairs;
        bothSides[steps] = false;
        steps++;
    }

    /** Adds a change of a side that takes a row out, with the pairs lost from {@code lostFrom} on; its number. */
    int takeOut(int side, int row, int lostFrom) {
        int change = add(side);
        gone[change] = row;
        lost[change] = lostFrom;
        return change;
    }

    /** Adds a change of a side that puts a row in, with the pairs won from {@code wonFrom} on. */
    void putIn(int side, int row, int wonFrom) {
        replace(add(side), row, false, wonFrom);
    }

    /** The new row of a change that took one out, with the pairs won from {@code wonFrom} on. */
    void replace(int change, int row, boolean update, int wonFrom) {
        fresh[change] = row;
        updates[change] = update;
        won[change] = wonFrom;
        wonEnd[change] = pairs;
    }

    private int add(int side) {
        if (changes == sides.length) {
            sides = Arrays.copyOf(sides, changes * 2);
            gone = Arrays.copyOf(gone, sides.length);
            fresh = Arrays.copyOf(fresh, sides.length);
            updates = Arrays.copyOf(updates, sides.length);
            lost = Arrays.copyOf(lost, sides.length);
            lostEnd = Arrays.copyOf(lostEnd, sides.length);
            won = Arrays.copyOf(won, sides.length);
            wonEnd = Arrays.copyOf(wonEnd, sides.length);
        }
        int change = changes++;
        bothSides[steps - 1] |= change > firstChanges[steps - 1] && sides[firstChanges[steps - 1]] != side;
        sides[change] = (byte) side;
        gone[change] = NONE;
        fresh[change] = NONE;
        updates[change] = false;
        lost[change] = pairs;
        lostEnd[change] = pairs;
        won[change] = pairs;
        wonEnd[change] = pairs;
        return change;
    }

    /** Adds a pair of a row of {@code side} and a row of the other. */
    void pair(int side, int row, int other) {
        if (pairs == left.length) {
            left = Arrays.copyOf(left, pairs * 2);
            right = Arrays.copyOf(right, pairs * 2);
            matches = Arrays.copyOf(matches, pairs * 2);
        }
        left[pairs] = side == 0 ? row : other;
        right[pairs] = side == 0 ? other : row;
        matches[pairs] = true;
        pairs++;
    }

    /** Reverses the order of the pairs from {@code from} on. */
    void reverse(int from) {
        for (int i = from, j = pairs - 1; i < j; i++, j--) {
            int otherLeft = left[i];
            int otherRight = right[i];
            left[i] = left[j];
            right[i] = right[j];
            left[j] = otherLeft;
            right[j] = otherRight;
        }
    }

    int steps() {
        return steps;
    }

    long position(int step) {
        return positions[step];
    }

    int firstChange(int step) {
        return firstChanges[step];
    }

    int changesEnd(int step) {
        return step + 1 == steps ? changes : firstChanges[step + 1];
    }

    /** Whether rows of both inputs change in a step. */
    boolean isOnBothSides(int step) {
        return bothSides[step];
    }

    /** The step that a pair belongs to. */
    int stepOf(int pair) {
        int at = Arrays.binarySearch(firstPairs, 0, steps, pair);
        int step = at >= 0 ? at : -at - 2;
        while (step + 1 < steps && firstPairs[step + 1] <= pair) {
            step++;
        }
        return step;
    }

    /** Forgets a step and all behind it. */
    void cutAt(int step) {
        changes = firstChanges[step];
        pairs = firstPairs[step];
        steps = step;
    }

    int side(int change) {
        return sides[change];
    }

    int gone(int change) {
        return gone[change];
    }

    int fresh(int change) {
        return fresh[change];
    }

    boolean isUpdate(int change) {
        return updates[change];
    }

    int lost(int change) {
        return lost[change];
    }

    int lostEnd(int change) {
        return lostEnd[change];
    }

    int won(int change) {
        return won[change];
    }

    int wonEnd(int change) {
        return wonEnd[change];
    }

    int pairs() {
        return pairs;
    }

    int left(int pair) {
        return left[pair];
    }

    int right(int pair) {
        return right[pair];
    }

    /** The left rows of the pairs from {@code from} to {@code to - 1}. */
    int[] left(int from, int to) {
        return Arrays.copyOfRange(left, from, to);
    }

    /** The right rows of the pairs from {@code from} to {@code to - 1}. */
    int[] right(int from, int to) {
        return Arrays.copyOfRange(right, from, to);
    }

    /** Whether a pair matches. */
    boolean isMatch(int pair) {
        return matches[pair];
    }

    void setMatch(int pair, boolean match) {
        matches[pair] = match;
    }
}
