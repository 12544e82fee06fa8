// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import java.util.Arrays;

/**
 * Open sessions by number, with their rows as lists, and in the order in which they close. A session is known to the one before it of its partition; numbers of sessions
 * that are gone are used again.
 */
final class SessionList {

    static final int NONE = -1;

    private static final int SIZE_MIN = 16;

    private long[] first = new long[SIZE_MIN];
    private long[] last = new long[SIZE_MIN];
    private long[] born = new long[SIZE_MIN];
    private int[] head = new int[SIZE_MIN];
    private int[] tail = new int[SIZE_MIN];
    private int[] next = new int[SIZE_MIN];
    private int[] partition = new int[SIZE_MIN];
    private int end;
    private int[] unused = new int[SIZE_MIN];
    private int unusedCount;

    // A heap of when sessions were going to close when they were last looked at: they may close later by now, or be
    // gone.
    private long[] closes = new long[SIZE_MIN];
    private int[] closing = new int[SIZE_MIN];
    private int heapSize;

    /** By session: whether the heap has it. */
    private boolean[] queued = new boolean[SIZE_MIN];

    private boolean[] alive = new boolean[SIZE_MIN];

    /** A session of one row. */
    int add(long time, int row, long arrival, int address) {
        int session = unusedCount > 0 ? unused[--unusedCount] : end++;
        if (session == first.length) {
            grow();
        }
        first[session] = time;
        last[session] = time;
        born[session] = arrival;
        head[session] = row;
        tail[session] = row;
        next[session] = NONE;
        partition[session] = address;
        alive[session] = true;
        if (!queued[session]) {
            push(time, session);
        } else {
            lower(session, time);
        }
        return session;
    }

    private void grow() {
        int size = 2 * first.length;
        first = Arrays.copyOf(first, size);
        last = Arrays.copyOf(last, size);
        born = Arrays.copyOf(born, size);
        head = Arrays.copyOf(head, size);
        tail = Arrays.copyOf(tail, size);
        next = Arrays.copyOf(next, size);
        partition = Arrays.copyOf(partition, size);
        queued = Arrays.copyOf(queued, size);
        alive = Arrays.copyOf(alive, size);
    }

    /** The session is over, or is none any more. */
    void remove(int session) {
        alive[session] = false;
        if (!queued[session]) {
            release(session);
        }
    }

    /** Whether a number is one of a session. */
    boolean isAlive(int session) {
        return alive[session];
    }

    private void release(int session) {
        if (unusedCount == unused.length) {
            unused = Arrays.copyOf(unused, 2 * unusedCount);
        }
        unused[unusedCount++] = session;
    }

    /** The time of its first row. */
    long first(int session) {
        return first[session];
    }

    /** The time of its last row. */
    long last(int session) {
        return last[session];
    }

    /** When its first row came. */
    long born(int session) {
        return born[session];
    }

    /** Its first row in the list of them, or {@link #NONE}. */
    int head(int session) {
        return head[session];
    }

    /** Its last row in the list of them. */
    int tail(int session) {
        return tail[session];
    }

    /** The next session of its partition, or {@link #NONE}. */
    int next(int session) {
        return next[session];
    }

    void setNext(int session, int other) {
        next[session] = other;
    }

    /** How many sessions a list has from this one on, which may be {@link #NONE}. */
    int lengthFrom(int session) {
        int length = 0;
        for (int each = session; each != NONE; each = next[each]) {
            length++;
        }
        return length;
    }

    /** Where its partition is. */
    int partition(int session) {
        return partition[session];
    }

    void setPartition(int session, int address) {
        partition[session] = address;
    }

    /** Its rows are now those of another list. */
    void setRows(int session, int newHead, int newTail) {
        head[session] = newHead;
        tail[session] = newTail;
    }

    /** It spans these times as well. */
    void extend(int session, long from, long to, long arrival) {
        first[session] = Math.min(first[session], from);
        last[session] = Math.max(last[session], to);
        born[session] = Math.min(born[session], arrival);
    }

    /** The session whose last row is earliest; {@link #NONE} if there is no session. */
    int earliest() {
        while (heapSize > 0) {
            int session = closing[0];
            if (!alive[session]) {
                pop();
                release(session);
            } else if (closes[0] < last[session]) {
                closes[0] = last[session];
                sink(0);
            } else {
                return session;
            }
        }
        return NONE;
    }

    private void lower(int session, long time) {
        for (int i = 0; i < heapSize; i++) {
            if (closing[i] == session) {
                closes[i] = Math.min(closes[i], time);
                rise(i);
                return;
            }
        }
    }

    private void push(long time, int session) {
        if (heapSize == closes.length) {
            closes = Arrays.copyOf(closes, 2 * heapSize);
            closing = Arrays.copyOf(closing, 2 * heapSize);
        }
        closes[heapSize] = time;
        closing[heapSize] = session;
        queued[session] = true;
        rise(heapSize++);
    }

    private void pop() {
        queued[closing[0]] = false;
        heapSize--;
        closes[0] = closes[heapSize];
        closing[0] = closing[heapSize];
        sink(0);
    }

    private void rise(int place) {
        int i = place;
        while (i > 0 && isBefore(i, (i - 1) / 2)) {
            swap(i, (i - 1) / 2);
            i = (i - 1) / 2;
        }
    }

    private void sink(int place) {
        int i = place;
        while (2 * i + 1 < heapSize) {
            int child = 2 * i + 1;
            if (child + 1 < heapSize && isBefore(child + 1, child)) {
                child++;
            }
            if (!isBefore(child, i)) {
                return;
            }
            swap(i, child);
            i = child;
        }
    }

    private boolean isBefore(int a, int b) {
        return closes[a] != closes[b] ? closes[a] < closes[b] : born[closing[a]] < born[closing[b]];
    }

    private void swap(int a, int b) {
        long time = closes[a];
        closes[a] = closes[b];
        closes[b] = time;
        int session = closing[a];
        closing[a] = closing[b];
        closing[b] = session;
    }

    long bytes() {
        return (long) first.length * (3 * Long.BYTES + 4 * Integer.BYTES + 2)
                + (long) closes.length * (Long.BYTES + Integer.BYTES);
    }
}
