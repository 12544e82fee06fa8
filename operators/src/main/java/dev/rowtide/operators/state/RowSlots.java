// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The stored row of each key. The key is in the row and nowhere else: a table of open addressing has a word per key,
 *
 * <pre>
 *   upper half of the key's hash (32) | number of its row, plus 1 (32)
 * </pre>
 *
 * 0 being an empty slot. Which row has a key is found by those bits first and then in the row itself.
 *
 * <p>A key that comes for the first time with a batch has no row yet: {@link #locate} leaves a negative <em>value</em> in its slot, which the owner replaces by a row's
 * number before it locates others, and by negative ones of its own until then.
 */
public final class RowSlots {

    /** Compares keys within a batch. */
    @FunctionalInterface
    public interface KeyMatch {

        /** Whether two physical rows have the same key. */
        boolean equal(ChangeBatch batch, int a, int b);
    }

    private static final int SLOTS_MIN = 16;

    /** From this size on slots do not fit into the second-level cache. */
    private static final int TOUCH_SLOTS = 64 * 1024;

    private static final long LOWER_HALF = 0xFFFF_FFFFL;
    private static final long GOLDEN = 0x9E3779B9L;

    private final RowStore rows;
    private final int[] keyColumns;
    private final KeyHashes keyHashes;
    private final KeyMatch match;
    private long[] slots = new long[SLOTS_MIN];
    private int used;
    private long[] hashes = {};

    // Written and never read: so that what a touch pass reads is not optimised away.
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /**
     * No keys yet.
     *
     * @param schema the rows' columns
     * @param keyColumns the key, among them; none where all rows have the same
     * @param rows the stored rows
     * @param match compares rows of a batch in the key's columns
     */
    public RowSlots(Schema schema, int[] keyColumns, RowStore rows, KeyMatch match) {
        this.rows = rows;
        this.keyColumns = keyColumns.clone();
        Storage[] storages = new Storage[keyColumns.length];
        for (int i = 0; i < storages.length; i++) {
            storages[i] = schema.type(keyColumns[i]).storage();
        }
        keyHashes = new KeyHashes(storages);
        this.match = match;
    }

    /** The keys. */
    public int size() {
        return used;
    }

    /** What {@link #value} has where a physical row of the batch that was located is the first of its key. */
    public static int fresh(int row) {
        return -1 - row;
    }

    /**
     * Finds the slots of the keys of many rows, making those that are missing. They hold until the next call, or until a key is added or removed.
     *
     * @param selection the physical rows to take, of which the first {@code n} count, or null for rows 0 to {@code n - 1}
     * @param at receives the slots
     */
    public void locate(ChangeBatch batch, int @Nullable [] selection, int n, int[] at) {
        Column[] key = new Column[keyColumns.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = batch.column(keyColumns[i]);
        }
        hash(key, selection, n);
        if (slots.length > TOUCH_SLOTS) {
            touch(n);
        }
        while (!probe(batch, selection, n, at)) {
            grow();
        }
    }

    private void hash(Column[] key, int @Nullable [] selection, int n) {
        hashes = hashes.length < n ? new long[n] : hashes;
        keyHashes.hash(key, selection, n, hashes);
    }

    /** Reads the slots of a batch and then the rows that are in them, so that cache misses overlap. */
    private void touch(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += slots[home(hashes[i] >>> Integer.SIZE)];
        }
        for (int i = 0; i < n; i++) {
            long entry = slots[home(hashes[i] >>> Integer.SIZE)];
            sum += (entry ^ hashes[i]) >>> Integer.SIZE == 0 && (int) entry > 0 ? rows.touch((int) entry - 1) : 0;
        }
        touched += sum;
    }

    /** Whether the keys are located: not if there is no room for all. */
    private boolean probe(ChangeBatch batch, int @Nullable [] selection, int n, int[] at) {
        long[] slots = this.slots;
        int limit = limit();
        for (int i = 0; i < n; i++) {
            long hash = hashes[i] >>> Integer.SIZE;
            int row = selection == null ? i : selection[i];
            int slot = home(hash);
            while (slots[slot] != 0 && !(slots[slot] >>> Integer.SIZE == hash && isOf((int) slots[slot], batch, row))) {
                slot = next(slot);
            }
            if (slots[slot] == 0) {
                if (used >= limit) {
                    return false;
                }
                slots[slot] = entry(hash, fresh(row));
                used++;
            }
            at[i] = slot;
        }
        return true;
    }

    private boolean isOf(int value, ChangeBatch batch, int row) {
        return value > 0 ? rows.equals(value - 1, batch, row, keyColumns) : match.equal(batch, -1 - value, row);
    }

    /** What is in a slot: the number of a row, plus 1, or a negative value. */
    public int value(int slot) {
        return (int) slots[slot];
    }

    /** Puts a value in a slot, which is not 0. */
    public void setValue(int slot, int value) {
        slots[slot] = entry(slots[slot] >>> Integer.SIZE, value);
    }

    /**
     * Adds stored rows of keys that are not here.
     *
     * @param numbers the rows' numbers, of which the first {@code n} count
     */
    public void add(int[] numbers, int n) {
        hashStored(numbers, n);
        for (int i = 0; i < n; i++) {
            if (used >= limit()) {
                grow();
            }
            insert(slots, entry(hashes[i] >>> Integer.SIZE, numbers[i] + 1));
            used++;
        }
    }

    /**
     * Removes the keys of stored rows, where those are the rows of their keys.
     *
     * @param numbers the rows' numbers, of which the first {@code n} count
     */
    public void remove(int[] numbers, int n) {
        hashStored(numbers, n);
        for (int i = 0; i < n; i++) {
            long wanted = entry(hashes[i] >>> Integer.SIZE, numbers[i] + 1);
            int slot = home(wanted >>> Integer.SIZE);
            while (slots[slot] != 0 && slots[slot] != wanted) {
                slot = next(slot);
            }
            if (slots[slot] != 0) {
                close(slot);
                used--;
            }
        }
    }

    private void hashStored(int[] numbers, int n) {
        Column[] key = new Column[keyColumns.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = rows.column(keyColumns[i], numbers, n);
        }
        hash(key, null, n);
    }

    /** Empties a slot and moves the entries behind it that it has kept from their places. */
    private void close(int emptied) {
        int hole = emptied;
        for (int slot = next(hole); slots[slot] != 0; slot = next(slot)) {
            int home = home(slots[slot] >>> Integer.SIZE);
            if (distance(home, slot) >= distance(hole, slot)) {
                slots[hole] = slots[slot];
                hole = slot;
            }
        }
        slots[hole] = 0;
    }

    private int distance(int from, int to) {
        return to >= from ? to - from : to - from + slots.length;
    }

    /** The numbers of the rows of the keys in the virtual partitions {@code first} to {@code last}, both included. */
    public int[] rowsIn(int first, int last) {
        int[] found = new int[used];
        int count = 0;
        for (long entry : slots) {
            int partition = Hashing.partition(entry);
            if (entry != 0 && partition >= first && partition <= last) {
                found[count++] = (int) entry - 1;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return (long) slots.length * Long.BYTES;
    }

    private int limit() {
        return slots.length - slots.length / 4;
    }

    /** By half and by a third in turn: lengths are powers of two and what lies halfway between. */
    private void grow() {
        long lowest = Integer.lowestOneBit(slots.length);
        boolean isPower = lowest == slots.length;
        long[] larger = new long[Capacity.grown(0, slots.length + (isPower ? lowest / 2 : lowest), "a table of keys")];
        long[] old = slots;
        slots = larger;
        for (long entry : old) {
            if (entry != 0) {
                insert(larger, entry);
            }
        }
    }

    private void insert(long[] slots, long entry) {
        int slot = home(entry >>> Integer.SIZE);
        while (slots[slot] != 0) {
            slot = next(slot);
        }
        slots[slot] = entry;
    }

    /** Where a hash is looked for first: not by its topmost bits alone, which may be the same for all keys of a worker. */
    private int home(long hash) {
        return (int) ((hash * GOLDEN & LOWER_HALF) * slots.length >>> Integer.SIZE);
    }

    private int next(int slot) {
        return slot + 1 == slots.length ? 0 : slot + 1;
    }

    private static long entry(long hash, int value) {
        return hash << Integer.SIZE | value & LOWER_HALF;
    }
}
