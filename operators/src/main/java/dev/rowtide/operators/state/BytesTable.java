// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.Nulls;
import org.jspecify.annotations.Nullable;

/**
 * Records by a byte string, or NULL. The strings lie in an arena; a record's key words are the string's hash and its
 * handle.
 */
public final class BytesTable extends RecordTable {

    /** The bit of the tag that says that the key is NULL. */
    static final int NULL_BIT = 2;

    private static final int HASH = 1;
    private static final int HANDLE = 2;
    private static final int NULL_TAG = USED | NULL_BIT;

    private Arena arena = new Arena();
    private long[] hashes = {};
    private boolean[] repeats = {};

    /** An empty table. */
    public BytesTable(int valueWords) {
        super(2, valueWords);
    }

    /** Where the key of a record lies in {@link #data()}, see {@link Arena}; meaningless for NULL. */
    public long handle(int at) {
        return records[at + HANDLE];
    }

    /** The bytes that the keys lie in; once written they never change, though the array may be replaced. */
    public byte[] data() {
        return arena.data();
    }

    /** Whether the key of a record is NULL. */
    public boolean isNull(int at) {
        return (int) records[at] == NULL_TAG;
    }

    /**
     * Finds the records of many keys, making those that are missing.
     *
     * @param data the bytes that the keys lie in
     * @param starts the start of each row's key
     * @param lengths the length of each row's key
     * @param nulls the rows where the key is NULL, or null
     * @param rows the rows to take, of which the first {@code n} count, or null for rows 0 to {@code n - 1}
     * @param at receives the addresses
     */
    public void locate(
            byte[] data, int[] starts, int[] lengths, long @Nullable [] nulls, int @Nullable [] rows, int n, int[] at) {
        prepare(n);
        if (hashes.length < n) {
            hashes = new long[Math.max(n, 2 * hashes.length)];
            repeats = new boolean[hashes.length];
        }
        hash(data, starts, lengths, nulls, rows, n);
        if (isTouchWorthwhile()) {
            touch(n);
        }
        int done = 0;
        while (done < n) {
            done = probe(data, starts, lengths, nulls, rows, n, at);
            if (done < n) {
                grow();
            }
        }
    }

    /** Finds the record of one key, or makes it. */
    public int locate(byte[] data, int start, int length) {
        prepare(1);
        long hash = Hashing.hash(data, start, length);
        int at = find(hash, data, start, length);
        if (at < 0) {
            grow();
            at = find(hash, data, start, length);
        }
        return at;
    }

    /** Finds the record of NULL, or makes it. */
    public int locateNull() {
        prepare(1);
        int at = findNull();
        if (at < 0) {
            grow();
            at = findNull();
        }
        return at;
    }

    /** Finds the record of a key that has one. */
    int find(byte[] data, int start, int length) {
        return find(Hashing.hash(data, start, length), data, start, length);
    }

    /** Hashes the keys; where one is the same as the one before, as they often are in text, only notes that. */
    private void hash(byte[] data, int[] starts, int[] lengths, long @Nullable [] nulls, int @Nullable [] rows, int n) {
        int previousStart = 0;
        int previousLength = -1;
        for (int i = 0; i < n; i++) {
            int row = rows == null ? i : rows[i];
            if (Nulls.get(nulls, row)) {
                hashes[i] = Hashing.ofNull();
                repeats[i] = false;
                previousLength = -1;
                continue;
            }
            int start = starts[row];
            int length = lengths[row];
            repeats[i] = length == previousLength && Hashing.equal(data, start, data, previousStart, length);
            hashes[i] = repeats[i] ? hashes[i - 1] : Hashing.hash(data, start, length);
            previousStart = start;
            previousLength = length;
        }
    }

    /** Locates the keys until the table is full; how many it has. */
    private int probe(
            byte[] data, int[] starts, int[] lengths, long @Nullable [] nulls, int @Nullable [] rows, int n, int[] at) {
        for (int i = 0; i < n; i++) {
            if (repeats[i]) {
                at[i] = at[i - 1];
                continue;
            }
            int row = rows == null ? i : rows[i];
            int address = Nulls.get(nulls, row) ? findNull() : find(hashes[i], data, starts[row], lengths[row]);
            if (address < 0) {
                return i;
            }
            at[i] = address;
        }
        return n;
    }

    /** The address of a key, inserted if need be; -1 if the table is full. */
    private int find(long hash, byte[] data, int start, int length) {
        long[] records = this.records;
        int width = width();
        int slot = home(hash);
        while (true) {
            int address = slot * width;
            if (records[address + HASH] == hash
                    && (int) records[address] == USED
                    && arena.equals(records[address + HANDLE], data, start, length)) {
                return address;
            }
            if (records[address] == 0) {
                if (isFull()) {
                    return -1;
                }
                insert(address, USED);
                records[address + HASH] = hash;
                records[address + HANDLE] = arena.add(data, start, length);
                return address;
            }
            slot = slot + 1 & mask;
        }
    }

    /** The address of NULL, inserted if need be; -1 if the table is full. */
    int findNull() {
        int slot = home(Hashing.ofNull());
        while (true) {
            int address = slot * width();
            if ((int) records[address] == NULL_TAG) {
                return address;
            }
            if (records[address] == 0) {
                if (isFull()) {
                    return -1;
                }
                insert(address, NULL_TAG);
                records[address + HASH] = Hashing.ofNull();
                return address;
            }
            slot = slot + 1 & mask;
        }
    }

    private void touch(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += touch(hashes[i]);
        }
        // By then the records are here, and say where the keys lie that those of the batch are compared with.
        for (int i = 0; i < n; i++) {
            int at = home(hashes[i]) * width();
            sum += records[at + HASH] == hashes[i] ? arena.touch(records[at + HANDLE]) : 0;
        }
        touched(sum);
    }

    @Override
    public void writeKey(int at, StateWriter writer) {
        arena.write(isNull(at) ? 0 : handle(at), writer);
    }

    @Override
    public int readKey(StateReader reader) {
        long length = reader.readLong();
        if (length < 0) {
            return locateNull();
        }
        byte[] key = new byte[Math.toIntExact(length)];
        reader.readBytes(key, 0, key.length);
        return locate(key, 0, key.length);
    }

    @Override
    public long bytes() {
        return super.bytes() + arena.bytes();
    }

    @Override
    long hash(long[] records, int at) {
        return records[at + HASH];
    }

    @Override
    void dropped(long[] records, int at) {
        if ((int) records[at] == USED) {
            arena.release(records[at + HANDLE]);
        }
    }

    @Override
    void purged() {
        if (!arena.isWasteful()) {
            return;
        }
        Arena compact = new Arena();
        for (int at = 0; at < records.length; at += width()) {
            if ((int) records[at] == USED) {
                records[at + HANDLE] = compact.addFrom(arena, records[at + HANDLE]);
            }
        }
        arena = compact;
    }
}
