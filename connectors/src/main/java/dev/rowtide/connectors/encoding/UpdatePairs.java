// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import org.jspecify.annotations.Nullable;

/**
 * Finds the updates in a changelog: a {@code -U} and the {@code +U} that follows it at the same position, be it in the next batch. A {@code -U} without
 * its {@code +U} (a filter kept that back) is a delete, a {@code +U} without its {@code -U} an insert.
 */
abstract class UpdatePairs {

    private @Nullable ChangeBatch pendingBatch;
    private int pendingRow;

    /** Takes the changes of a batch in order; a {@code -U} at its end waits for the next batch or {@link #endTick()}. */
    final void accept(ChangeBatch batch) {
        int[] selection = batch.selection();
        byte[] kinds = batch.kinds();
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = selection == null ? i : selection[i];
            byte kind = kinds == null ? RowKind.PLUS_I : kinds[row];
            ChangeBatch before = pendingBatch;
            if (before != null) {
                pendingBatch = null;
                if (kind == RowKind.PLUS_U && batch.position(row) == before.position(pendingRow)) {
                    update(before, pendingRow, batch, row);
                    continue;
                }
                delete(before, pendingRow);
            }
            switch (kind) {
                case RowKind.MINUS_U -> {
                    pendingBatch = batch;
                    pendingRow = row;
                }
                case RowKind.MINUS_D -> delete(batch, row);
                default -> insert(batch, row);
            }
        }
    }

    /** No {@code +U} will follow: a tick ends between positions. */
    final void endTick() {
        ChangeBatch before = pendingBatch;
        if (before != null) {
            pendingBatch = null;
            delete(before, pendingRow);
        }
    }

    abstract void insert(ChangeBatch batch, int row);

    abstract void update(ChangeBatch beforeBatch, int beforeRow, ChangeBatch batch, int row);

    abstract void delete(ChangeBatch batch, int row);
}
