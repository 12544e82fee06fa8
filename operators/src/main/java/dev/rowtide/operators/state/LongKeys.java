// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** One key column of a word. */
final class LongKeys extends Keys {

    private final int column;
    private final Storage storage;
    private final LongTable table;
    private long[] words = {};

    LongKeys(int column, Storage storage, int valueWords) {
        this.column = column;
        this.storage = storage;
        table = new LongTable(valueWords);
    }

    @Override
    public RecordTable table() {
        return table;
    }

    @Override
    public void locate(ChangeBatch batch, int @Nullable [] rows, int n, int[] at) {
        Column keys = batch.column(column);
        if (keys instanceof LongColumn longs) {
            table.locate(longs.values(), longs.nulls(), rows, n, at);
            return;
        }
        int physical = batch.rows();
        if (words.length < physical) {
            words = new long[physical];
        }
        KeyWords.load(keys, null, physical, words);
        table.locate(words, keys.nulls(), rows, n, at);
    }

    @Override
    public int locate(ChangeBatch batch, int row) {
        Column keys = batch.column(column);
        return keys.isNull(row) ? table.locateNull() : table.locate(KeyWords.of(keys, row));
    }

    @Override
    public int find(ChangeBatch batch, int row) {
        Column keys = batch.column(column);
        return keys.isNull(row) ? table.findNull() : table.find(KeyWords.of(keys, row));
    }

    @Override
    public void columns(int[] at, int n, Column[] columns) {
        columns[0] = KeyColumns.ofWords(table, at, n, 1, LongTable.NULL_BIT, storage);
    }
}
