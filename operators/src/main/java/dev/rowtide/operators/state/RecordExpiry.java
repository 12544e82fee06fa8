// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.plan.StateTtl;
import org.jspecify.annotations.Nullable;

/**
 * When each key of a table was last touched, in a word of its record, and which keys have not been for too long. A key that is not live has no time; its record may keep
 * an old one until its turn comes.
 *
 * <p>The times of keys are found again after the table was rebuilt.
 */
public final class RecordExpiry {

    private final RecordTable table;
    private final int word;
    private final ExpiryQueue queue;
    private final ExpiryQueue.Clock clock = new ExpiryQueue.Clock();
    private int generation;

    /**
     * @param valueWord which of the record's values the time is kept in, not the first
     * @param ttlMillis after how long a key that was not touched goes, milliseconds
     */
    public RecordExpiry(RecordTable table, int valueWord, long ttlMillis) {
        this.table = table;
        word = table.valueOffset() + valueWord;
        queue = new ExpiryQueue(ttlMillis, new ExpiryQueue.Members() {
            @Override
            public long stamp(int at) {
                return isLive(at) ? table.records[at + word] : 0;
            }

            @Override
            public void left(int at) {
                table.records[at + word] = 0;
            }
        });
        generation = table.generation();
    }

    /** One for a table of which the records have one value word more than others, the last, if keys expire; null if they don't. */
    public static @Nullable RecordExpiry of(RecordTable table, StateTtl ttl) {
        int lastWord = table.width() - table.valueOffset() - 1;
        return ttl.expires() ? new RecordExpiry(table, lastWord, ttl.millis()) : null;
    }

    /** The value words that a table needs for the time of a key. */
    public static int words(StateTtl ttl) {
        return ttl.expires() ? 1 : 0;
    }

    /** Touches the keys at the first {@code n} addresses, which are live or about to be. */
    public void touch(int[] at, int n, long nowMillis) {
        relocate();
        clock.at(nowMillis);
        long[] records = table.records;
        for (int i = 0; i < n; i++) {
            int index = at[i] + word;
            long stamp = clock.stamp();
            if (records[index] == 0) {
                queue.add(at[i], stamp);
            }
            records[index] = stamp;
        }
    }

    /** Touches a key, which is live or about to be. */
    public void touch(int at, long nowMillis) {
        relocate();
        clock.at(nowMillis);
        long stamp = clock.stamp();
        if (table.records[at + word] == 0) {
            queue.add(at, stamp);
        }
        table.records[at + word] = stamp;
    }

    /**
     * How many keys have not been touched for too long. They are found again by each call until they are taken, touched, or not live any more.
     */
    public int poll(long nowMillis) {
        relocate();
        return queue.poll(nowMillis);
    }

    /** Finds the same keys as {@link #poll}, for the last time: they have no time any more. */
    public int take(long nowMillis) {
        relocate();
        int count = queue.take(nowMillis);
        for (int i = 0; i < count; i++) {
            table.records[queue.expired()[i] + word] = 0;
        }
        return count;
    }

    /** The addresses of the keys that the last {@link #take} found, in order of the last touch. */
    public int[] expired() {
        return queue.expired();
    }

    /** No key goes before this time, milliseconds since the epoch. */
    public long nextMillis() {
        relocate();
        return queue.nextMillis();
    }

    /** Writes whether keys expire, and what is known beside them. */
    public static void snapshot(@Nullable RecordExpiry expiry, StateWriter writer) {
        writer.writeLong(expiry == null ? 0 : 1);
        if (expiry != null) {
            expiry.clock.snapshot(writer);
        }
    }

    /**
     * Reads what {@link #snapshot} wrote.
     *
     * @throws IllegalArgumentException if keys expired there and don't here, or the other way round
     */
    public static void restore(@Nullable RecordExpiry expiry, StateReader reader) {
        boolean expires = reader.readLong() != 0;
        if (expires != (expiry != null)) {
            throw new IllegalArgumentException("keys that " + (expires ? "" : "don't ") + "expire");
        }
        if (expiry != null) {
            expiry.clock.restore(reader);
        }
    }

    /** Writes the time of a key, if keys expire. */
    public static void write(@Nullable RecordExpiry expiry, int at, StateWriter writer) {
        if (expiry != null) {
            writer.writeLong(expiry.table.records[at + expiry.word]);
        }
    }

    /** Reads what {@link #write} wrote, for a key that has no time yet. */
    public static void read(@Nullable RecordExpiry expiry, int at, StateReader reader) {
        if (expiry == null) {
            return;
        }
        expiry.relocate();
        long stamp = reader.readLong();
        expiry.table.records[at + expiry.word] = stamp;
        if (stamp != 0) {
            expiry.queue.add(at, stamp);
        }
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return queue.bytes();
    }

    private boolean isLive(int at) {
        return table.records[at + table.valueOffset()] != 0;
    }

    private void relocate() {
        if (generation == table.generation()) {
            return;
        }
        generation = table.generation();
        queue.clear();
        long[] records = table.records;
        for (int at = 0; at < records.length; at += table.width()) {
            if (records[at] != 0 && records[at + word] != 0) {
                queue.add(at, records[at + word]);
            }
        }
    }
}
