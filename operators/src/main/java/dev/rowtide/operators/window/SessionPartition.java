// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import java.util.Arrays;

/** The rows of one partition in the order of their times, equal ones in that of their arrival. Its sessions are the runs of them without a gap. */
final class SessionPartition {

    private static final int SIZE_MIN = 4;

    private final long gap;
    private long[] times = new long[SIZE_MIN];
    private int[] rows = new int[SIZE_MIN];
    private int size;

    /** Where its key's record is. */
    private int address;

    SessionPartition(long gap, int address) {
        this.gap = gap;
        this.address = address;
    }

    int address() {
        return address;
    }

    void moveTo(int newAddress) {
        address = newAddress;
    }

    int size() {
        return size;
    }

    /** The number of the row at a place. */
    int row(int place) {
        return rows[place];
    }

    /** The event time of the row at a place. */
    long time(int place) {
        return times[place];
    }

    void insert(long time, int row) {
        if (size == rows.length) {
            times = Arrays.copyOf(times, 2 * size);
            rows = Arrays.copyOf(rows, 2 * size);
        }
        int place = firstAfter(time);
        System.arraycopy(times, place, times, place + 1, size - place);
        System.arraycopy(rows, place, rows, place + 1, size - place);
        times[place] = time;
        rows[place] = row;
        size++;
    }

    /** Takes out the rows from one place to before another. */
    void remove(int from, int to) {
        System.arraycopy(times, to, times, from, size - to);
        System.arraycopy(rows, to, rows, from, size - to);
        size -= to - from;
    }

    /** The first place whose time is later than this one. */
    int firstAfter(long time) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** A place whose row is no further than the gap from this time; -1 if there is none. */
    int near(long time) {
        int after = firstAfter(time);
        if (after > 0 && time - times[after - 1] <= gap) {
            return after - 1;
        }
        return after < size && times[after] - time <= gap ? after : -1;
    }

    /** The first place of the session of a row. */
    int first(int place) {
        int first = place;
        while (first > 0 && times[first] - times[first - 1] <= gap) {
            first--;
        }
        return first;
    }

    /** The place behind the last of the session of a row. */
    int end(int place) {
        int end = place + 1;
        while (end < size && times[end] - times[end - 1] <= gap) {
            end++;
        }
        return end;
    }
}
