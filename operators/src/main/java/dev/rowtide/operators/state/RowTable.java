// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.type.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One row per key. A key has an <em>address</em>, found by {@link #locate}; at the address there is a row or none. Addresses hold until the next call of
 * {@code locate}, those of a {@link DirtyList} over {@link #table()} for ever.
 */
public final class RowTable {

    private static final long FORMAT = 3;

    private final Keys keys;
    private final RecordTable table;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;

    /**
     * An empty table.
     *
     * @param schema the rows' columns
     * @param keyColumns the key, among them
     */
    public RowTable(Schema schema, int[] keyColumns) {
        this(schema, keyColumns, StateTtl.FOREVER);
    }

    /** @param ttl how long a key is kept that is not touched */
    public RowTable(Schema schema, int[] keyColumns, StateTtl ttl) {
        keys = Keys.of(schema, keyColumns, 1 + RecordExpiry.words(ttl));
        table = keys.table();
        expiry = RecordExpiry.of(table, ttl);
        rows = new RowStore(schema, 0);
    }

    /** The table of keys: for a {@link DirtyList}. */
    public RecordTable table() {
        return table;
    }

    /** Which keys are too old, if some are at some time. */
    public @Nullable RecordExpiry expiry() {
        return expiry;
    }

    /** The stored rows, by number. */
    public RowStore rows() {
        return rows;
    }

    /**
     * Finds the addresses of the keys of many rows.
     *
     * @param selection the physical rows to take, of which the first {@code n} count, or null for rows 0 to {@code n - 1}
     * @param at receives the addresses
     */
    public void locate(ChangeBatch batch, int @Nullable [] selection, int n, int[] at) {
        keys.locate(batch, selection, n, at);
    }

    /** Finds the address of the key of one physical row. */
    public int locate(ChangeBatch batch, int row) {
        return keys.locate(batch, row);
    }

    /** The number of the row at an address, or -1. */
    public int row(int at) {
        return (int) table.records()[at + table.valueOffset()] - 1;
    }

    /** Copies a row to an address, in place of the one that is there. */
    public void put(int at, ChangeBatch batch, int row) {
        int number = row(at);
        if (number >= 0) {
            rows.set(number, batch, row);
        } else {
            setRow(at, rows.add(batch, row));
        }
    }

    /** Removes the row at an address, if there is one. */
    public void remove(int at) {
        int number = take(at);
        if (number >= 0) {
            rows.free(number);
        }
    }

    /** Unties the row at an address from its key without freeing it: the caller owns it now. Its number, or -1. */
    public int take(int at) {
        int number = row(at);
        if (number >= 0) {
            setRow(at, -1);
        }
        return number;
    }

    /** The keys that have a row. */
    public int size() {
        return table.live();
    }

    /** Writes the rows of the virtual partitions {@code first} to {@code last}, both included. */
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        RecordExpiry.snapshot(expiry, writer);
        int[] addresses = table.writeExtent(first, last, writer);
        for (int at : addresses) {
            table.writeKey(at, writer);
            rows.write(row(at), writer);
            RecordExpiry.write(expiry, at, writer);
        }
    }

    /** Adds what {@link #snapshot} wrote. */
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a table of rows");
        RecordExpiry.restore(expiry, reader);
        for (long left = table.readExtent(reader); left > 0; left--) {
            int at = table.readKey(reader);
            setRow(at, rows.read(reader));
            RecordExpiry.read(expiry, at, reader);
        }
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return table.bytes() + rows.bytes() + (expiry == null ? 0 : expiry.bytes());
    }

    private void setRow(int at, int number) {
        int word = at + table.valueOffset();
        long[] records = table.records();
        table.addLive((number >= 0 ? 1 : 0) - (records[word] != 0 ? 1 : 0));
        records[word] = number + 1;
    }
}
