// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** Any other key columns, as one byte string. */
final class EncodedKeys extends Keys {

    private final int[] keyColumns;
    private final Storage[] storages;
    private final BytesTable table;
    private final KeyEncoder encoder = new KeyEncoder();

    EncodedKeys(int[] columns, Storage[] storages, int valueWords) {
        this.keyColumns = columns;
        this.storages = storages;
        table = new BytesTable(valueWords);
    }

    @Override
    public RecordTable table() {
        return table;
    }

    @Override
    public void locate(ChangeBatch batch, int @Nullable [] rows, int n, int[] at) {
        encoder.clear();
        for (int i = 0; i < n; i++) {
            encode(batch, rows == null ? i : rows[i]);
        }
        table.locate(encoder.data(), encoder.starts(), encoder.lengths(), null, null, n, at);
    }

    @Override
    public int locate(ChangeBatch batch, int row) {
        encoder.clear();
        encode(batch, row);
        return table.locate(encoder.data(), 0, encoder.lengths()[0]);
    }

    @Override
    public int find(ChangeBatch batch, int row) {
        encoder.clear();
        encode(batch, row);
        return table.find(encoder.data(), 0, encoder.lengths()[0]);
    }

    private void encode(ChangeBatch batch, int row) {
        encoder.begin();
        for (int column : keyColumns) {
            encoder.value(batch.column(column), row);
        }
        encoder.end();
    }

    @Override
    public void columns(int[] at, int n, Column[] columns) {
        ColumnBuilder[] builders = new ColumnBuilder[storages.length];
        for (int k = 0; k < builders.length; k++) {
            builders[k] = ColumnBuilder.of(storages[k]);
        }
        byte[] data = table.data();
        for (int i = 0; i < n; i++) {
            int next = Arena.start(table.handle(at[i]));
            for (int k = 0; k < builders.length; k++) {
                next = KeyEncoder.decode(data, next, storages[k], builders[k]);
            }
        }
        for (int k = 0; k < builders.length; k++) {
            columns[k] = builders[k].build();
        }
    }
}
