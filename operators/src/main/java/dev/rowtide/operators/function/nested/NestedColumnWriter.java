// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.NestedWriter;
import dev.rowtide.operators.function.Rows;
import org.jspecify.annotations.Nullable;

/** Collects the values of a nested column in any order of rows: {@link #begin}, one value, {@link #end}. */
public final class NestedColumnWriter {

    private static final int BYTES_PER_ROW_GUESS = 32;

    private final NestedWriter writer;
    private final int[] starts;
    private final int[] lengths;
    private int start;

    public NestedColumnWriter(Rows rows) {
        writer = new NestedWriter(BYTES_PER_ROW_GUESS * rows.size());
        starts = new int[rows.bound()];
        lengths = new int[rows.bound()];
    }

    /** Starts the value of a row; it is to be written to what is returned. */
    public NestedWriter begin() {
        start = writer.used();
        return writer;
    }

    /** Completes the value begun last, as that of {@code row}. */
    public void end(int row) {
        starts[row] = start;
        lengths[row] = writer.used() - start;
    }

    /** The column of what was written; the writer is not used afterwards. */
    public BytesColumn column(long @Nullable [] nulls) {
        return new BytesColumn(writer.data(), starts, lengths, nulls);
    }
}
