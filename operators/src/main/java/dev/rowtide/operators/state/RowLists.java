// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.type.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A list of rows per key, in the order in which they were appended. Addresses work as in {@link RowTable}; the rows of a list are numbers in {@link #rows()}, linked
 * both ways, so that any of them can be removed at once.
 */
public final class RowLists {

    private static final long FORMAT = 3;
    private static final int PREVIOUS = 0;
    private static final int NEXT = 1;
    private static final int COUNT_WORD = 0;
    private static final int FIRST_WORD = 1;
    private static final int LAST_WORD = 2;

    private final Keys keys;
    private final RecordTable table;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;

    /**
     * Empty lists.
     *
     * @param schema the rows' columns
     * @param keyColumns the key, among them
     */
    public RowLists(Schema schema, int[] keyColumns) {
        this(schema, keyColumns, StateTtl.FOREVER);
    }

    /** @param ttl how long a key is kept that is not touched */
    public RowLists(Schema schema, int[] keyColumns, StateTtl ttl) {
        keys = Keys.of(schema, keyColumns, 3 + RecordExpiry.words(ttl));
        table = keys.table();
        expiry = RecordExpiry.of(table, ttl);
        rows = new RowStore(schema, 2);
    }

    /** The table of keys: for a {@link DirtyList}. */
    public RecordTable table() {
        return table;
    }

    /** Which keys are too old, if some are at some time. */
    public @Nullable RecordExpiry expiry() {
        return expiry;
    }

    /** The stored rows, by number; their extra words are the lists'. */
    public RowStore rows() {
        return rows;
    }

    /** Finds the addresses of the keys of many rows, as {@link RowTable#locate(ChangeBatch, int[], int, int[])} does. */
    public void locate(ChangeBatch batch, int @Nullable [] selection, int n, int[] at) {
        keys.locate(batch, selection, n, at);
    }

    /** Finds the address of the key of one physical row. */
    public int locate(ChangeBatch batch, int row) {
        return keys.locate(batch, row);
    }

    /** The rows in the list at an address. */
    public int size(int at) {
        return (int) table.records()[at + table.valueOffset() + COUNT_WORD];
    }

    /** The number of the first row of the list at an address, or -1. */
    public int first(int at) {
        return (int) table.records()[at + table.valueOffset() + FIRST_WORD] - 1;
    }

    /** The number of the last row of the list at an address, or -1. */
    public int last(int at) {
        return (int) table.records()[at + table.valueOffset() + LAST_WORD] - 1;
    }

    /** The number of the row behind a row, or -1. */
    public int next(int number) {
        return (int) rows.extra(number, NEXT) - 1;
    }

    /** The number of the row before a row, or -1. */
    public int previous(int number) {
        return (int) rows.extra(number, PREVIOUS) - 1;
    }

    /** Appends a copy of a row to the list at an address; its number. */
    public int append(int at, ChangeBatch batch, int row) {
        int number = rows.add(batch, row);
        link(at, number);
        return number;
    }

    /** Removes a row from the list at an address and frees it. */
    public void remove(int at, int number) {
        unlink(at, number);
        rows.free(number);
    }

    /** Takes a row out of the list at an address without freeing it: the caller owns it now. */
    public void unlink(int at, int number) {
        int previous = previous(number);
        int next = next(number);
        int word = at + table.valueOffset();
        long[] records = table.records();
        if (previous >= 0) {
            rows.setExtra(previous, NEXT, next + 1L);
        } else {
            records[word + FIRST_WORD] = next + 1L;
        }
        if (next >= 0) {
            rows.setExtra(next, PREVIOUS, previous + 1L);
        } else {
            records[word + LAST_WORD] = previous + 1L;
        }
        if (--records[word + COUNT_WORD] == 0) {
            table.addLive(-1);
        }
    }

    /** Puts a copy of a row in the place of one in the list at an address, without freeing that: the caller owns it now. The copy's number. */
    public int replace(int at, int number, ChangeBatch batch, int row) {
        int copy = rows.add(batch, row);
        int previous = previous(number);
        int next = next(number);
        int word = at + table.valueOffset();
        rows.setExtra(copy, PREVIOUS, previous + 1L);
        rows.setExtra(copy, NEXT, next + 1L);
        if (previous >= 0) {
            rows.setExtra(previous, NEXT, copy + 1L);
        } else {
            table.records()[word + FIRST_WORD] = copy + 1L;
        }
        if (next >= 0) {
            rows.setExtra(next, PREVIOUS, copy + 1L);
        } else {
            table.records()[word + LAST_WORD] = copy + 1L;
        }
        return copy;
    }

    /** Writes the lists of the virtual partitions {@code first} to {@code last}, both included. */
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        RecordExpiry.snapshot(expiry, writer);
        int[] addresses = table.writeExtent(first, last, writer);
        for (int at : addresses) {
            table.writeKey(at, writer);
            writer.writeLong(size(at));
            RecordExpiry.write(expiry, at, writer);
            for (int number = first(at); number >= 0; number = next(number)) {
                rows.write(number, writer);
            }
        }
    }

    /** Adds what {@link #snapshot} wrote. */
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "lists of rows");
        RecordExpiry.restore(expiry, reader);
        for (long left = table.readExtent(reader); left > 0; left--) {
            int at = table.readKey(reader);
            long size = reader.readLong();
            RecordExpiry.read(expiry, at, reader);
            for (; size > 0; size--) {
                link(at, rows.read(reader));
            }
        }
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return table.bytes() + rows.bytes() + (expiry == null ? 0 : expiry.bytes());
    }

    private void link(int at, int number) {
        int last = last(at);
        int word = at + table.valueOffset();
        long[] records = table.records();
        rows.setExtra(number, PREVIOUS, last + 1L);
        rows.setExtra(number, NEXT, 0);
        if (last >= 0) {
            rows.setExtra(last, NEXT, number + 1L);
        } else {
            records[word + FIRST_WORD] = number + 1L;
        }
        records[word + LAST_WORD] = number + 1L;
        if (records[word + COUNT_WORD]++ == 0) {
            table.addLive(1);
        }
    }
}
