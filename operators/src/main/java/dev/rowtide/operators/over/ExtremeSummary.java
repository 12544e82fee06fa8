// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;
import java.util.List;

/** Which row has the least value, or the greatest. */
final class ExtremeSummary extends Summary {

    private static final int NONE = -1;

    private final RowOrder order;
    private final boolean least;

    /** By the row at the top of a subtree: the row, plus 1; 0 for none. */
    private int[] best = new int[16];

    private int found = NONE;

    ExtremeSummary(RowStore rows, Schema schema, int column, boolean least) {
        super(rows, column);
        this.least = least;
        order = new RowOrder(schema, List.of(new SortKey(column, false, true)), rows);
    }

    @Override
    public void update(int row, int left, int right) {
        if (row >= best.length) {
            best = Arrays.copyOf(best, Math.max(row + 1, 2 * best.length));
        }
        int chosen = isNull(row) ? NONE : row;
        chosen = better(chosen, left < 0 ? NONE : best[left] - 1);
        chosen = better(chosen, right < 0 ? NONE : best[right] - 1);
        best[row] = chosen + 1;
    }

    private int better(int row, int other) {
        if (row == NONE || other == NONE) {
            return row == NONE ? other : row;
        }
        int comparison = order.compare(row, other);
        return comparison == 0 || comparison < 0 == least ? row : other;
    }

    @Override
    void reset() {
        found = NONE;
    }

    @Override
    public boolean subtree(int row) {
        found = better(found, best[row] - 1);
        return true;
    }

    @Override
    public void row(int row) {
        found = better(found, isNull(row) ? NONE : row);
    }

    @Override
    long count() {
        return found == NONE ? 0 : 1;
    }

    /** The row, if {@link #count()} isn't 0. */
    int found() {
        return found;
    }

    @Override
    long bytes() {
        return (long) best.length * Integer.BYTES;
    }
}
