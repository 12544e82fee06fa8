// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import java.util.Arrays;

/** The pairs that inserted rows make with rows that were there: where nothing is ever taken out or padded, the matching ones are the result. */
final class InsertedPairs implements Pairs {

    private int size;
    private int[] left = new int[256];
    private int[] right = new int[256];
    private long[] positions = new long[256];
    private boolean[] fails = new boolean[256];

    /** Adds the pairs of an inserted row with the rows of the other side's chain of its key, in order of arrival. */
    void addAll(int input, int number, JoinSide other, int at, long position) {
        int from = size;
        for (int match = other.head(at); match != JoinSide.NONE; match = other.next(match)) {
            if (size == left.length) {
                left = Arrays.copyOf(left, size * 2);
                right = Arrays.copyOf(right, size * 2);
                positions = Arrays.copyOf(positions, size * 2);
                fails = Arrays.copyOf(fails, size * 2);
            }
            left[size] = input == 0 ? number : match;
            right[size] = input == 0 ? match : number;
            positions[size++] = position;
        }
        if (other.isNewestFirst() && size - from > 1) {
            reverse(input == 0 ? right : left, from);
        }
    }

    private void reverse(int[] rows, int from) {
        for (int i = from, j = size - 1; i < j; i++, j--) {
            int row = rows[i];
            rows[i] = rows[j];
            rows[j] = row;
        }
    }

    /** Puts out the pairs that match, and forgets all. */
    void putOut(JoinOutput output) {
        for (int i = 0; i < size; i++) {
            if (fails[i]) {
                fails[i] = false;
            } else {
                output.insert(left[i], right[i], positions[i]);
            }
        }
        size = 0;
    }

    @Override
    public int pairs() {
        return size;
    }

    @Override
    public int[] left(int from, int to) {
        return Arrays.copyOfRange(left, from, to);
    }

    @Override
    public int[] right(int from, int to) {
        return Arrays.copyOfRange(right, from, to);
    }

    @Override
    public long positionOf(int pair) {
        return positions[pair];
    }

    @Override
    public void setMatch(int pair, boolean match) {
        fails[pair] = !match;
    }

    @Override
    public void cutBefore(int pair) {
        int end = size;
        size = pair;
        while (size > 0 && positions[size - 1] == positions[pair]) {
            size--;
        }
        Arrays.fill(fails, size, end, false);
    }
}
