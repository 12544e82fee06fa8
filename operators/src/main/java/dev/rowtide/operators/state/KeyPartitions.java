// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Storage;

/** The virtual partitions of the keys of rows, the same as the tables of {@link Keys} have them in. */
public final class KeyPartitions {

    private enum Shape {
        WORD,
        TWO_WORDS,
        TEXT,
        ENCODED
    }

    private final int[] columns;
    private final Shape shape;
    private final KeyEncoder encoder = new KeyEncoder();

    /**
     * Keys in the given columns.
     *
     * @param schema the batches' columns
     * @param columns the key columns, as given to {@link Keys#of}; at least one
     */
    public KeyPartitions(Schema schema, int[] columns) {
        this.columns = columns.clone();
        boolean words = true;
        for (int column : columns) {
            words &= KeyWords.fit(schema.type(column).storage());
        }
        if (words && columns.length <= 2) {
            shape = columns.length == 1 ? Shape.WORD : Shape.TWO_WORDS;
        } else {
            boolean text = columns.length == 1 && schema.type(columns[0]).storage() == Storage.BYTES;
            shape = text ? Shape.TEXT : Shape.ENCODED;
        }
    }

    /**
     * Finds the partition of each row of a batch.
     *
     * @param partitions receives them, in the order of the batch's selection
     */
    public void find(ChangeBatch batch, int[] partitions) {
        switch (shape) {
            case WORD -> ofWords(batch, partitions);
            case TWO_WORDS -> ofTwoWords(batch, partitions);
            case TEXT -> ofTexts(batch, partitions);
            case ENCODED -> ofEncoded(batch, partitions);
        }
    }

    private void ofWords(ChangeBatch batch, int[] partitions) {
        Column key = batch.column(columns[0]);
        int n = batch.size();
        if (key instanceof LongColumn longs && longs.nulls() == null) {
            long[] values = longs.values();
            for (int i = 0; i < n; i++) {
                partitions[i] = Hashing.partition(Hashing.hash(values[batch.row(i)]));
            }
            return;
        }
        for (int i = 0; i < n; i++) {
            int row = batch.row(i);
            long hash = key.isNull(row) ? Hashing.ofNull() : Hashing.hash(KeyWords.of(key, row));
            partitions[i] = Hashing.partition(hash);
        }
    }

    private void ofTwoWords(ChangeBatch batch, int[] partitions) {
        Column first = batch.column(columns[0]);
        Column second = batch.column(columns[1]);
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            partitions[i] = Hashing.partition(Hashing.hash(word(first, row), word(second, row)));
        }
    }

    private static long word(Column column, int row) {
        return column.isNull(row) ? 0 : KeyWords.of(column, row);
    }

    private void ofTexts(ChangeBatch batch, int[] partitions) {
        BytesColumn key = batch.bytes(columns[0]);
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            long hash = key.isNull(row)
                    ? Hashing.ofNull()
                    : Hashing.hash(key.data(), key.starts()[row], key.lengths()[row]);
            partitions[i] = Hashing.partition(hash);
        }
    }

    private void ofEncoded(ChangeBatch batch, int[] partitions) {
        encoder.clear();
        int n = batch.size();
        for (int i = 0; i < n; i++) {
            encoder.begin();
            for (int column : columns) {
                encoder.value(batch.column(column), batch.row(i));
            }
            encoder.end();
        }
        for (int i = 0; i < n; i++) {
            partitions[i] = Hashing.partition(Hashing.hash(encoder.data(), encoder.starts()[i], encoder.lengths()[i]));
        }
    }
}
