// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects rows of one batch, to store them together. */
final class InsertedRows {

    private @Nullable ChangeBatch batch;
    private int size;
    private int[] rows = new int[64];
    private int[] merged = new int[64];
    private int[] stored = new int[64];

    /** Adds a merged row; what is of another batch is stored before. */
    void add(MergedRows from, int i, RowStore store, int[] numbers) {
        if (from.batch(i) != batch) {
            store(store, numbers);
            batch = from.batch(i);
        }
        if (size == rows.length) {
            rows = Arrays.copyOf(rows, size * 2);
            merged = Arrays.copyOf(merged, size * 2);
            stored = new int[size * 2];
        }
        rows[size] = from.row(i);
        merged[size++] = i;
    }

    /** Stores what was added and notes the number of each row by its index among the merged rows. */
    void store(RowStore store, int[] numbers) {
        if (batch != null) {
            store.add(batch, rows, size, stored);
            for (int k = 0; k < size; k++) {
                numbers[merged[k]] = stored[k];
            }
        }
        batch = null;
        size = 0;
    }
}
