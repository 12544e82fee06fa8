// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import org.jspecify.annotations.Nullable;

/** One key column of byte strings. */
final class TextKeys extends Keys {

    private final int column;
    private final BytesTable table;

    TextKeys(int column, int valueWords) {
        this.column = column;
        table = new BytesTable(valueWords);
    }

    @Override
    public RecordTable table() {
        return table;
    }

    @Override
    public void locate(ChangeBatch batch, int @Nullable [] rows, int n, int[] at) {
        BytesColumn keys = batch.bytes(column);
        table.locate(keys.data(), keys.starts(), keys.lengths(), keys.nulls(), rows, n, at);
    }

    @Override
    public int locate(ChangeBatch batch, int row) {
        BytesColumn keys = batch.bytes(column);
        return keys.isNull(row)
                ? table.locateNull()
                : table.locate(keys.data(), keys.starts()[row], keys.lengths()[row]);
    }

    @Override
    public int find(ChangeBatch batch, int row) {
        BytesColumn keys = batch.bytes(column);
        return keys.isNull(row) ? table.findNull() : table.find(keys.data(), keys.starts()[row], keys.lengths()[row]);
    }

    @Override
    public void columns(int[] at, int n, Column[] columns) {
        int[] starts = new int[n];
        int[] lengths = new int[n];
        for (int i = 0; i < n; i++) {
            long handle = table.handle(at[i]);
            starts[i] = Arena.start(handle);
            lengths[i] = Arena.length(handle);
        }
        long[] nulls = KeyColumns.nulls(table.records(), at, n, BytesTable.NULL_BIT);
        columns[0] = new BytesColumn(table.data(), starts, lengths, nulls);
    }
}
