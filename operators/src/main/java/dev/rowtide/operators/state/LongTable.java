// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.Nulls;
import org.jspecify.annotations.Nullable;

/** Records by one {@code long}, or NULL. */
public final class LongTable extends RecordTable {

    /** The bit of the tag that says that the key is NULL. */
    static final int NULL_BIT = 2;

    private static final int NULL_TAG = USED | NULL_BIT;

    private long[] gathered = {};

    /** An empty table. */
    public LongTable(int valueWords) {
        super(1, valueWords);
    }

    /** The key of a record; 0 for NULL. */
    public long key(int at) {
        return records[at + 1];
    }

    /** Whether the key of a record is NULL. */
    public boolean isNull(int at) {
        return (int) records[at] == NULL_TAG;
    }

    /**
     * Finds the records of many keys, making those that are missing.
     *
     * @param keys the keys by row
     * @param nulls the rows where the key is NULL, or null
     * @param rows the rows to take, of which the first {@code n} count, or null for rows 0 to {@code n - 1}
     * @param at receives the addresses
     */
    public void locate(long[] keys, long @Nullable [] nulls, int @Nullable [] rows, int n, int[] at) {
        prepare(n);
        long[] dense = rows == null ? keys : gather(keys, rows, n);
        if (isTouchWorthwhile()) {
            touch(dense, n);
        }
        int done = 0;
        while (done < n) {
            done = nulls == null ? probe(dense, n, at) : probeNullable(dense, nulls, rows, n, at);
            if (done < n) {
                grow();
            }
        }
    }

    /** Finds the record of one key, or makes it. */
    public int locate(long key) {
        return locate(key, USED);
    }

    /** Finds the record of NULL, or makes it. */
    public int locateNull() {
        return locate(0, NULL_TAG);
    }

    /** Finds the record of a key that has one. */
    int find(long key) {
        return find(key, USED);
    }

    /** Finds the record of NULL, which has one. */
    int findNull() {
        return find(0, NULL_TAG);
    }

    private int locate(long key, int tag) {
        prepare(1);
        int at = find(key, tag);
        if (at < 0) {
            grow();
            at = find(key, tag);
        }
        return at;
    }

    /** Locates the keys until the table is full; how many it has. */
    private int probe(long[] keys, int n, int[] at) {
        long[] records = this.records;
        int width = width();
        int mask = this.mask;
        long base = this.base;
        int skip = this.skip;
        int shift = this.shift;
        for (int i = 0; i < n; i++) {
            long key = keys[i];
            int slot = (int) (Hashing.hash(key) - base << skip >>> shift);
            int address = slot * width;
            while (records[address + 1] != key || (int) records[address] != USED) {
                if (records[address] == 0) {
                    if (isFull()) {
                        return i;
                    }
                    insert(address, USED);
                    records[address + 1] = key;
                    break;
                }
                slot = slot + 1 & mask;
                address = slot * width;
            }
            at[i] = address;
        }
        return n;
    }

    private int probeNullable(long[] keys, long[] nulls, int @Nullable [] rows, int n, int[] at) {
        for (int i = 0; i < n; i++) {
            boolean isNull = Nulls.get(nulls, rows == null ? i : rows[i]);
            int address = isNull ? find(0, NULL_TAG) : find(keys[i], USED);
            if (address < 0) {
                return i;
            }
            at[i] = address;
        }
        return n;
    }

    /** The address of a key, inserted if need be; -1 if the table is full. */
    private int find(long key, int tag) {
        long hash = tag == USED ? Hashing.hash(key) : Hashing.ofNull();
        int slot = home(hash);
        while (true) {
            int address = slot * width();
            if (records[address + 1] == key && (int) records[address] == tag) {
                return address;
            }
            if (records[address] == 0) {
                if (isFull()) {
                    return -1;
                }
                insert(address, tag);
                records[address + 1] = key;
                return address;
            }
            slot = slot + 1 & mask;
        }
    }

    private void touch(long[] keys, int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += touch(Hashing.hash(keys[i]));
        }
        touched(sum);
    }

    private long[] gather(long[] keys, int[] rows, int n) {
        if (gathered.length < n) {
            gathered = new long[Math.max(n, 2 * gathered.length)];
        }
        for (int i = 0; i < n; i++) {
            gathered[i] = keys[rows[i]];
        }
        return gathered;
    }

    @Override
    public void writeKey(int at, StateWriter writer) {
        writer.writeLong(isNull(at) ? 1 : 0);
        writer.writeLong(key(at));
    }

    @Override
    public int readKey(StateReader reader) {
        boolean isNull = reader.readLong() != 0;
        long key = reader.readLong();
        return isNull ? locateNull() : locate(key);
    }

    @Override
    long hash(long[] records, int at) {
        return (int) records[at] == NULL_TAG ? Hashing.ofNull() : Hashing.hash(records[at + 1]);
    }
}
