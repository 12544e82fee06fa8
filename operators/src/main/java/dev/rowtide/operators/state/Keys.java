// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/**
 * Binds the key columns of a batch to a table of the shape that fits them: one long, two longs, or bytes. NULL keys are equal to one another, as in GROUP BY.
 */
public abstract sealed class Keys permits NoKeys, LongKeys, LongPairKeys, TextKeys, EncodedKeys {

    /**
     * Keys in the given columns.
     *
     * @param schema the batches' columns
     * @param columns the key columns, in the order in which {@link #columns} gives them back; none for a table of one record
     * @param valueWords the words of a record behind the key, at least one; the first is the live word ({@link RecordTable})
     */
    public static Keys of(Schema schema, int[] columns, int valueWords) {
        Storage[] storages = new Storage[columns.length];
        for (int i = 0; i < columns.length; i++) {
            storages[i] = schema.type(columns[i]).storage();
        }
        boolean words = true;
        for (Storage storage : storages) {
            words &= KeyWords.fit(storage);
        }
        if (columns.length == 0) {
            return new NoKeys(valueWords);
        }
        if (columns.length == 1 && words) {
            return new LongKeys(columns[0], storages[0], valueWords);
        }
        if (columns.length == 2 && words) {
            return new LongPairKeys(columns, storages, valueWords);
        }
        if (columns.length == 1 && storages[0] == Storage.BYTES) {
            return new TextKeys(columns[0], valueWords);
        }
        return new EncodedKeys(columns, storages, valueWords);
    }

    /** The table. */
    public abstract RecordTable table();

    /**
     * Finds the records of the keys of many rows, making those that are missing.
     *
     * @param rows the physical rows to take, of which the first {@code n} count, or null for rows 0 to {@code n - 1}
     * @param at receives the addresses
     */
    public abstract void locate(ChangeBatch batch, int @Nullable [] rows, int n, int[] at);

    /** Finds the record of the key of one physical row, or makes it. */
    public abstract int locate(ChangeBatch batch, int row);

    /** Finds the record of the key of one physical row, which is known to have one: no record moves. */
    public abstract int find(ChangeBatch batch, int row);

    /**
     * The keys of records as columns; byte strings by reference.
     *
     * @param at addresses of records, of which the first {@code n} count
     * @param columns receives the key columns in front
     */
    public abstract void columns(int[] at, int n, Column[] columns);
}
