// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import org.jspecify.annotations.Nullable;

/** Records by two {@code long}, each of which may be NULL. */
public final class LongPairTable extends RecordTable {

    /** In a row's flags: the first word is NULL (and 0). */
    public static final int FIRST_NULL = 1;

    /** In a row's flags: the second word is NULL (and 0). */
    public static final int SECOND_NULL = 2;

    /** An empty table. */
    public LongPairTable(int valueWords) {
        super(2, valueWords);
    }

    /** The first word of the key of a record. */
    public long first(int at) {
        return records[at + 1];
    }

    /** The second word of the key of a record. */
    public long second(int at) {
        return records[at + 2];
    }

    /** Which words of the key of a record are NULL: {@link #FIRST_NULL}, {@link #SECOND_NULL}, both or 0. */
    public int nullFlags(int at) {
        return (int) records[at] >>> 1;
    }

    /**
     * Finds the records of many keys, making those that are missing.
     *
     * @param first the first words
     * @param second the second words
     * @param nullFlags which words are NULL, or null when none is; a word that is must be 0
     * @param at receives the addresses
     */
    public void locate(long[] first, long[] second, byte @Nullable [] nullFlags, int n, int[] at) {
        prepare(n);
        if (isTouchWorthwhile()) {
            touch(first, second, n);
        }
        int done = 0;
        while (done < n) {
            done = probe(first, second, nullFlags, n, at);
            if (done < n) {
                grow();
            }
        }
    }

    /** Finds the record of one key, or makes it. */
    public int locate(long first, long second, int nullFlags) {
        prepare(1);
        int at = find(first, second, nullFlags << 1 | USED);
        if (at < 0) {
            grow();
            at = find(first, second, nullFlags << 1 | USED);
        }
        return at;
    }

    /** Finds the record of a key that has one. */
    int findPresent(long first, long second, int nullFlags) {
        return find(first, second, nullFlags << 1 | USED);
    }

    /** Locates the keys until the table is full; how many it has. */
    private int probe(long[] first, long[] second, byte @Nullable [] nullFlags, int n, int[] at) {
        for (int i = 0; i < n; i++) {
            int tag = nullFlags == null ? USED : nullFlags[i] << 1 | USED;
            int address = find(first[i], second[i], tag);
            if (address < 0) {
                return i;
            }
            at[i] = address;
        }
        return n;
    }

    /** The address of a key, inserted if need be; -1 if the table is full. */
    private int find(long first, long second, int tag) {
        long[] records = this.records;
        int width = width();
        int slot = home(Hashing.hash(first, second));
        while (true) {
            int address = slot * width;
            if (records[address + 2] == second && records[address + 1] == first && (int) records[address] == tag) {
                return address;
            }
            if (records[address] == 0) {
                if (isFull()) {
                    return -1;
                }
                insert(address, tag);
                records[address + 1] = first;
                records[address + 2] = second;
                return address;
            }
            slot = slot + 1 & mask;
        }
    }

    private void touch(long[] first, long[] second, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += touch(Hashing.hash(first[i], second[i]));
        }
        touched(sum);
    }

    @Override
    public void writeKey(int at, StateWriter writer) {
        writer.writeLong(nullFlags(at));
        writer.writeLong(first(at));
        writer.writeLong(second(at));
    }

    @Override
    public int readKey(StateReader reader) {
        int nullFlags = (int) reader.readLong();
        long first = reader.readLong();
        return locate(first, reader.readLong(), nullFlags);
    }

    @Override
    long hash(long[] records, int at) {
        return Hashing.hash(records[at + 1], records[at + 2]);
    }
}
