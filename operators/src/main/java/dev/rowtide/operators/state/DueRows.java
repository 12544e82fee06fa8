// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/** Stored rows by the time at which something is to become of them; of those of one time by their order. A heap: rows that come in order cost next to nothing to add. */
public final class DueRows {

    private long[] dues = new long[64];
    private long[] orders = new long[64];
    private int[] rows = new int[64];
    private int size;

    /** Whether there is none. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** How many there are; some row has each place below that. */
    public int size() {
        return size;
    }

    /** The time of some row. */
    public long due(int place) {
        return dues[place];
    }

    /** The order of some row. */
    public long order(int place) {
        return orders[place];
    }

    /** The number of some row. */
    public int row(int place) {
        return rows[place];
    }

    /** The time of the next row. */
    public long due() {
        return dues[0];
    }

    /** The order of the next row. */
    public long order() {
        return orders[0];
    }

    /** The number of the next row. */
    public int row() {
        return rows[0];
    }

    /** Adds a row. */
    public void add(long due, long order, int row) {
        if (size == rows.length) {
            dues = Arrays.copyOf(dues, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            rows = Arrays.copyOf(rows, 2 * size);
        }
        int hole = size++;
        while (hole > 0) {
            int parent = hole - 1 >>> 1;
            if (!isBefore(due, order, parent)) {
                break;
            }
            move(parent, hole);
            hole = parent;
        }
        put(hole, due, order, row);
    }

    /** Takes the next row out. */
    public void remove() {
        size--;
        long due = dues[size];
        long order = orders[size];
        int row = rows[size];
        int hole = 0;
        for (int child = 1; child < size; child = 2 * hole + 1) {
            if (child + 1 < size && isBefore(dues[child + 1], orders[child + 1], child)) {
                child++;
            }
            if (isBefore(due, order, child)) {
                break;
            }
            move(child, hole);
            hole = child;
        }
        put(hole, due, order, row);
    }

    private boolean isBefore(long due, long order, int place) {
        return due < dues[place] || due == dues[place] && order < orders[place];
    }

    private void move(int from, int to) {
        put(to, dues[from], orders[from], rows[from]);
    }

    private void put(int place, long due, long order, int row) {
        dues[place] = due;
        orders[place] = order;
        rows[place] = row;
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) rows.length * (2 * Long.BYTES + Integer.BYTES);
    }
}
