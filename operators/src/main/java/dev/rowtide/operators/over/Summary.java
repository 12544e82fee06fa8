// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowStore;

/** What is known of the values that the rows of a subtree have in one column, NULLs aside; and of those of a range of places, when it is asked. */
abstract class Summary implements OrderedRows.Summaries, OrderedRows.Fold {

    /** So many rows are taken in one by one, as they are mostly at hand. */
    private static final int FEW = 4;

    final RowStore rows;
    final int column;

    // The range, of the partition that was at hand for the nth time.
    private int entered = -1;
    private int from;
    private int to;

    Summary(RowStore rows, int column) {
        this.rows = rows;
        this.column = column;
    }

    /** Goes to a range of places of the partition at hand; one that grows at one end takes in only what is new. */
    final void range(PartitionRows partition, int newFrom, int newTo) {
        boolean grows = entered == partition.entered() && newFrom <= from && newTo >= to && from < to;
        if (grows) {
            take(partition, newFrom, from);
            take(partition, to, newTo);
        } else {
            reset();
            partition.fold(newFrom, newTo, this);
        }
        entered = partition.entered();
        from = newFrom;
        to = newTo;
    }

    private void take(PartitionRows partition, int first, int end) {
        if (end - first > FEW) {
            partition.fold(first, end, this);
            return;
        }
        for (int place = first; place < end; place++) {
            row(partition.row(place));
        }
    }

    /** Begins a range without rows. */
    abstract void reset();

    /** The values in the range. */
    abstract long count();

    /** Whether a row has no value. */
    final boolean isNull(int row) {
        return rows.isNull(row, column);
    }

    /** The heap occupied, bytes. */
    abstract long bytes();
}
