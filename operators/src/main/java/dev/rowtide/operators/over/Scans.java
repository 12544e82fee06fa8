// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import java.util.Arrays;

/**
 * The places of a partition at which a result may have changed: all of some ranges; and from some places on, in one direction, until one is found that has not.
 * There each change adds to the difference that those before it make, so the search begins anew.
 */
final class Scans {

    /** Computes the result at a place. */
    @FunctionalInterface
    interface Look {

        /** Whether the result at a place is the one that it had; false for a row that had none. */
        boolean isAsBefore(int place);
    }

    private int size;

    // Ranges, as from (32) to (32), both of which are not negative.
    private long[] ranges = new long[16];
    private int rangeCount;

    private int[] forward = new int[16];
    private int forwardCount;
    private int[] backward = new int[16];
    private int backwardCount;

    /** Starts with none, in a partition of so many rows. */
    void clear(int size) {
        this.size = size;
        rangeCount = 0;
        forwardCount = 0;
        backwardCount = 0;
    }

    /** All places from one up to, not including, another, as far as there are any. */
    void all(int from, int to) {
        int first = Math.max(0, from);
        int end = Math.min(size, to);
        if (first >= end) {
            return;
        }
        if (rangeCount == ranges.length) {
            ranges = Arrays.copyOf(ranges, 2 * rangeCount);
        }
        ranges[rangeCount++] = (long) first << 32 | end;
    }

    /** The places from one on, until one is as before. */
    void forward(int from) {
        if (from >= size) {
            return;
        }
        if (forwardCount == forward.length) {
            forward = Arrays.copyOf(forward, 2 * forwardCount);
        }
        forward[forwardCount++] = Math.max(0, from);
    }

    /** The places from one back, until one is as before. */
    void backward(int from) {
        if (from < 0) {
            return;
        }
        if (backwardCount == backward.length) {
            backward = Arrays.copyOf(backward, 2 * backwardCount);
        }
        backward[backwardCount++] = Math.min(from, size - 1);
    }

    /** The places from one on, all of them unless one that is as before settles the matter. */
    void onward(int from, boolean settles) {
        if (settles) {
            forward(from);
        } else {
            all(from, size);
        }
    }

    /** The places from one back, all of them unless one that is as before settles the matter. */
    void back(int from, boolean settles) {
        if (settles) {
            backward(from);
        } else {
            all(0, from + 1);
        }
    }

    /** Looks at the places. */
    void run(Look look) {
        runRanges(look);
        Arrays.sort(forward, 0, forwardCount);
        for (int i = 0; i < forwardCount; i++) {
            int end = i + 1 < forwardCount ? forward[i + 1] : size;
            for (int place = forward[i]; place < end && !look.isAsBefore(place); ) {
                place++;
            }
        }
        Arrays.sort(backward, 0, backwardCount);
        for (int i = backwardCount - 1; i >= 0; i--) {
            int end = i > 0 ? backward[i - 1] : -1;
            for (int place = backward[i]; place > end && !look.isAsBefore(place); ) {
                place--;
            }
        }
    }

    private void runRanges(Look look) {
        Arrays.sort(ranges, 0, rangeCount);
        int next = 0;
        for (int i = 0; i < rangeCount; i++) {
            int end = (int) ranges[i];
            for (int place = Math.max(next, (int) (ranges[i] >>> 32)); place < end; place++) {
                look.isAsBefore(place);
            }
            next = Math.max(next, end);
        }
    }
}
