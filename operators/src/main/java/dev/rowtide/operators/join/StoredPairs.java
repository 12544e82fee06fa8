// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DeferredColumns;
import dev.rowtide.operators.state.RowStore;
import org.jspecify.annotations.Nullable;

/**
 * The columns of pairs of stored rows, the left ones first.
 *
 * @param right null where there are left columns only
 * @param rows how many pairs there are
 */
record StoredPairs(
        RowStore left,
        int[] leftRows,
        int leftColumns,
        @Nullable RowStore right,
        int[] rightRows,
        int rows) implements DeferredColumns {

    @Override
    public Column make(int index) {
        return index < leftColumns || right == null
                ? left.column(index, leftRows, rows)
                : right.column(index - leftColumns, rightRows, rows);
    }

    @Override
    public DeferredColumns take(int[] taken, int n) {
        return new StoredPairs(left, some(leftRows, taken, n), leftColumns, right, some(rightRows, taken, n), n);
    }

    private static int[] some(int[] of, int[] taken, int n) {
        int[] some = new int[n];
        for (int i = 0; i < n; i++) {
            some[i] = of[taken[i]];
        }
        return some;
    }
}
