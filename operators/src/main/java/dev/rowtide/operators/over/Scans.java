// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import java.util.Arrays;

/**
 * The places of a partition at which a result may have changed: all of some ranges; and from some places on, in one direction, until one is found that has not.
 * There each change adds to the difference that those before it make, so the search begins anew.
 *
 * <p>A place of a range may be as before by chance: rows that another change has moved out of its frame, or into it, make up for the difference. So no search ends there.
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
        joinRanges();
        for (int i = 0; i < rangeCount; i++) {
            for (int place = from(i); place < to(i); place++) {
                look.isAsBefore(place);
            }
        }
        Arrays.sort(forward, 0, forwardCount);
        int range = 0;
        for (int i = 0; i < forwardCount; i++) {
            int end = i + 1 < forwardCount ? forward[i + 1] : size;
            for (int place = forward[i]; place < end; place++) {
                while (range < rangeCount && to(range) <= place) {
                    range++;
                }
                if (range < rangeCount && from(range) <= place) {
                    place = to(range) - 1;
                } else if (look.isAsBefore(place)) {
                    break;
                }
            }
        }
        Arrays.sort(backward, 0, backwardCount);
        range = rangeCount - 1;
        for (int i = backwardCount - 1; i >= 0; i--) {
            int end = i > 0 ? backward[i - 1] : -1;
            for (int place = backward[i]; place > end; place--) {
                while (range >= 0 && from(range) > place) {
                    range--;
                }
                if (range >= 0 && to(range) > place) {
                    place = from(range);
                } else if (look.isAsBefore(place)) {
                    break;
                }
            }
        }
    }

    /** Makes the ranges disjoint, in ascending order. */
    private void joinRanges() {
        Arrays.sort(ranges, 0, rangeCount);
        int joined = 0;
        for (int i = 0; i < rangeCount; i++) {
            if (joined > 0 && from(i) <= to(joined - 1)) {
                ranges[joined - 1] = (long) from(joined - 1) << 32 | Math.max(to(joined - 1), to(i));
            } else {
                ranges[joined++] = ranges[i];
            }
        }
        rangeCount = joined;
    }

    private int from(int range) {
        return (int) (ranges[range] >>> 32);
    }

    private int to(int range) {
        return (int) ranges[range];
    }
}
