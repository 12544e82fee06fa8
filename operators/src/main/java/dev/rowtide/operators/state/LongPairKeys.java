// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** Two key columns of a word each. */
final class LongPairKeys extends Keys {

    private final int[] keyColumns;
    private final Storage[] storages;
    private final LongPairTable table;
    private long[] first = {};
    private long[] second = {};
    private byte[] nullFlags = {};

    LongPairKeys(int[] columns, Storage[] storages, int valueWords) {
        this.keyColumns = columns;
        this.storages = storages;
        table = new LongPairTable(valueWords);
    }

    @Override
    public RecordTable table() {
        return table;
    }

    @Override
    public void locate(ChangeBatch batch, int @Nullable [] rows, int n, int[] at) {
        if (first.length < n) {
            first = new long[Math.max(n, 2 * first.length)];
            second = new long[first.length];
            nullFlags = new byte[first.length];
        }
        Column a = batch.column(keyColumns[0]);
        Column b = batch.column(keyColumns[1]);
        KeyWords.load(a, rows, n, first);
        KeyWords.load(b, rows, n, second);
        boolean nullable = a.nulls() != null || b.nulls() != null;
        for (int i = 0; nullable && i < n; i++) {
            nullFlags[i] = (byte) nullFlags(a, b, rows == null ? i : rows[i]);
        }
        table.locate(first, second, nullable ? nullFlags : null, n, at);
    }

    @Override
    public int locate(ChangeBatch batch, int row) {
        Column a = batch.column(keyColumns[0]);
        Column b = batch.column(keyColumns[1]);
        return table.locate(word(a, row), word(b, row), nullFlags(a, b, row));
    }

    @Override
    public int find(ChangeBatch batch, int row) {
        Column a = batch.column(keyColumns[0]);
        Column b = batch.column(keyColumns[1]);
        return table.findPresent(word(a, row), word(b, row), nullFlags(a, b, row));
    }

    private static long word(Column column, int row) {
        return column.isNull(row) ? 0 : KeyWords.of(column, row);
    }

    @Override
    public void columns(int[] at, int n, Column[] columns) {
        columns[0] = KeyColumns.ofWords(table, at, n, 1, LongPairTable.FIRST_NULL << 1, storages[0]);
        columns[1] = KeyColumns.ofWords(table, at, n, 2, LongPairTable.SECOND_NULL << 1, storages[1]);
    }

    private static int nullFlags(Column a, Column b, int row) {
        return (a.isNull(row) ? LongPairTable.FIRST_NULL : 0) | (b.isNull(row) ? LongPairTable.SECOND_NULL : 0);
    }
}
