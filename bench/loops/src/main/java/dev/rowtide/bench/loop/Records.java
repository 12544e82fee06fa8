// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

/**
 * A hash table from numbers to records, each of which lies in one stretch of one array: the key, then the fields, so
 * that a record costs one cache miss. Open addressing, at most 60 % full.
 *
 * <pre>
 * values: … | key | field 1 | field 2 … | key | field 1 | field 2 … | …
 *             ▲ a slot, the index that {@link #slotOf} gives
 * </pre>
 *
 * <p>Field 1 is never 0 in a record in use: a new record has 1 there, the other fields are 0.
 */
final class Records {
    private static final int INITIAL = 4096;
    private static final double FULL = 0.6;

    /** Longs in a record, key included. */
    private final int width;

    long[] values;
    private int capacity;
    private int shift;
    private int size;

    /** @param fields how many longs a record has beside its key, one at least */
    Records(int fields) {
        width = 1 + fields;
        values = new long[0];
        allocate(INITIAL);
    }

    /** Makes room for new records, so that slots stay valid while they come in. */
    void reserve(int records) {
        while (size + records > capacity * FULL) {
            grow();
        }
    }

    /** The slot of the key's record, which is made if there is none. Making it may move all other records. */
    int slotOf(long key) {
        int slot = home(key);
        while (values[slot + 1] != 0) {
            if (values[slot] == key) {
                return slot;
            }
            slot = next(slot);
        }
        if (size + 1 > capacity * FULL) {
            grow();
            return slotOf(key);
        }
        size++;
        values[slot] = key;
        values[slot + 1] = 1;
        return slot;
    }

    /** Collects the slots of the records whose field has a value. */
    int slotsWhere(int field, long value, int[] slots) {
        int found = 0;
        for (int slot = 0; slot < values.length; slot += width) {
            if (values[slot + 1] != 0 && values[slot + field] == value) {
                slots[found++] = slot;
            }
        }
        return found;
    }

    /** Changes when records have moved. */
    int capacity() {
        return capacity;
    }

    private int home(long key) {
        return (int) ((key * 0x9e3779b97f4a7c15L) >>> shift) * width;
    }

    private int next(int slot) {
        int next = slot + width;
        return next == values.length ? 0 : next;
    }

    private void allocate(int records) {
        capacity = records;
        shift = Long.SIZE - Integer.numberOfTrailingZeros(records);
        values = new long[records * width];
    }

    private void grow() {
        long[] old = values;
        allocate(2 * capacity);
        for (int from = 0; from < old.length; from += width) {
            if (old[from + 1] != 0) {
                int slot = home(old[from]);
                while (values[slot + 1] != 0) {
                    slot = next(slot);
                }
                System.arraycopy(old, from, values, slot, width);
            }
        }
    }
}
