// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowStore;

/** What is known of the values that the rows of a subtree have in one column, NULLs aside; and of those of a range of places, when it is asked. */
abstract class Summary implements OrderedRows.Summaries, OrderedRows.Fold {

    final RowStore rows;
    final int column;

    Summary(RowStore rows, int column) {
        this.rows = rows;
        this.column = column;
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
