// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;

/** The virtual partitions of the keys of rows, the same as the tables of {@link Keys} have them in. */
public final class KeyPartitions {

    private final int[] columns;
    private final KeyHashes keyHashes;
    private long[] hashes = {};

    /**
     * Keys in the given columns.
     *
     * @param schema the batches' columns
     * @param columns the key columns, as given to {@link Keys#of}; at least one
     */
    public KeyPartitions(Schema schema, int[] columns) {
        this.columns = columns.clone();
        Storage[] storages = new Storage[columns.length];
        for (int i = 0; i < columns.length; i++) {
            storages[i] = schema.type(columns[i]).storage();
        }
        keyHashes = new KeyHashes(storages);
    }

    /**
     * Finds the partition of each row of a batch.
     *
     * @param partitions receives them, in the order of the batch's selection
     */
    public void find(ChangeBatch batch, int[] partitions) {
        int n = batch.size();
        hashes = hashes.length < n ? new long[n] : hashes;
        Column[] key = new Column[columns.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = batch.column(columns[i]);
        }
        keyHashes.hash(key, batch.selection(), n, hashes);
        for (int i = 0; i < n; i++) {
            partitions[i] = Hashing.partition(hashes[i]);
        }
    }
}
