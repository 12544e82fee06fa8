// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.plan.AggregateCall;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;
import java.util.List;

/** Which row is the first in an order; rows that have NULL in its first column, or that a filter leaves out, are none. */
final class ExtremeSummary extends Summary {

    private static final int NONE = -1;

    private final RowOrder order;
    private final int filter;

    /** By the row at the top of a subtree: the row, plus 1; 0 for none. */
    private int[] best = new int[16];

    private int found = NONE;

    /** @param filter a BOOLEAN column that must be TRUE for a row to count, or {@link AggregateCall#NO_FILTER} */
    ExtremeSummary(RowStore rows, Schema schema, List<SortKey> order, int filter) {
        super(rows, order.get(0).column());
        this.order = new RowOrder(schema, order, rows);
        this.filter = filter;
    }

    /** Whether a row is one of those that the first is asked of. */
    boolean counts(int row) {
        return !isNull(row)
                && (filter == AggregateCall.NO_FILTER || !rows.isNull(row, filter) && rows.word(row, filter) != 0);
    }

    @Override
    public void update(int row, int left, int right) {
        if (row >= best.length) {
            best = Arrays.copyOf(best, Math.max(row + 1, 2 * best.length));
        }
        int chosen = counts(row) ? row : NONE;
        chosen = better(chosen, left < 0 ? NONE : best[left] - 1);
        chosen = better(chosen, right < 0 ? NONE : best[right] - 1);
        best[row] = chosen + 1;
    }

    /** Compares two rows that count. */
    int compare(int row, int other) {
        return order.compare(row, other);
    }

    /** The first of two rows, each of which may be none, negative; of peers the one that is named first. */
    int better(int row, int other) {
        if (row == NONE || other == NONE) {
            return row == NONE ? other : row;
        }
        return compare(row, other) <= 0 ? row : other;
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
        found = better(found, counts(row) ? row : NONE);
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
