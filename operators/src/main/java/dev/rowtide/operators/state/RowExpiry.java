// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/** When each of some stored rows was put in, and which are too old. */
public final class RowExpiry {

    /** Instead of the time of a row that is gone, of which the number still has a place in the queue. */
    private static final long GONE = -1;

    private final ExpiryQueue queue;
    private final ExpiryQueue.Clock clock = new ExpiryQueue.Clock();
    private long[] stamps = new long[64];

    /** @param ttlMillis after how long a row goes, milliseconds */
    public RowExpiry(long ttlMillis) {
        queue = new ExpiryQueue(ttlMillis, new ExpiryQueue.Members() {
            @Override
            public long stamp(int number) {
                return Math.max(0, stamps[number]);
            }

            @Override
            public void left(int number) {
                stamps[number] = 0;
            }
        });
    }

    /** The row is new, or was told of again. */
    public void touch(int number, long nowMillis) {
        clock.at(nowMillis);
        set(number, clock.stamp());
    }

    /** The row is gone; its number may be given to another. */
    public void remove(int number) {
        if (number < stamps.length && stamps[number] != 0) {
            stamps[number] = GONE;
        }
    }

    /** How many rows are too old. They are found again by each call until they are taken or gone. */
    public int poll(long nowMillis) {
        return queue.poll(nowMillis);
    }

    /** Finds the same rows as {@link #poll}, for the last time: they have no time any more. */
    public int take(long nowMillis) {
        int count = queue.take(nowMillis);
        for (int i = 0; i < count; i++) {
            stamps[queue.expired()[i]] = 0;
        }
        return count;
    }

    /** The numbers of the rows that the last {@link #take} found, oldest first. */
    public int[] expired() {
        return queue.expired();
    }

    /** No row goes before this time, milliseconds since the epoch. */
    public long nextMillis() {
        return queue.nextMillis();
    }

    /** Writes what is known beside the rows. */
    public void snapshot(StateWriter writer) {
        clock.snapshot(writer);
    }

    /** Reads what {@link #snapshot} wrote. */
    public void restore(StateReader reader) {
        clock.restore(reader);
    }

    /** Writes the time of a row. */
    public void write(int number, StateWriter writer) {
        writer.writeLong(stamps[number]);
    }

    /** Reads what {@link #write} wrote. */
    public void read(int number, StateReader reader) {
        set(number, reader.readLong());
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) stamps.length * Long.BYTES + queue.bytes();
    }

    private void set(int number, long stamp) {
        if (number >= stamps.length) {
            stamps = Arrays.copyOf(stamps, Math.max(number + 1, stamps.length * 2));
        }
        if (stamps[number] == 0) {
            queue.add(number, stamp);
        }
        stamps[number] = stamp;
    }
}
