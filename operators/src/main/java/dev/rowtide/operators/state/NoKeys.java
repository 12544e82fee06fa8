// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The empty key: one record for everything, in partition 0. */
final class NoKeys extends Keys {

    private static final long KEY = 0;

    private final LongTable table;

    NoKeys(int valueWords) {
        table = new LongTable(valueWords);
    }

    @Override
    public RecordTable table() {
        return table;
    }

    @Override
    public void locate(ChangeBatch batch, int @Nullable [] rows, int n, int[] at) {
        Arrays.fill(at, 0, n, table.locate(KEY));
    }

    @Override
    public int locate(ChangeBatch batch, int row) {
        return table.locate(KEY);
    }

    @Override
    public int find(ChangeBatch batch, int row) {
        return table.find(KEY);
    }

    @Override
    public void columns(int[] at, int n, Column[] columns) {}
}
