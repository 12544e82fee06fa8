// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.unnest;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Nulls;
import org.jspecify.annotations.Nullable;

/** Columns of rows taken from others, some of them many times; byte strings by reference. */
final class TakenRows {

    private TakenRows() {}

    /** The values of a column at the first {@code n} of the given rows. */
    static Column of(Column column, int[] rows, int n) {
        if (column instanceof BytesColumn bytes) {
            return slices(bytes, rows, n);
        }
        ColumnBuilder builder = ColumnBuilder.of(column.storage(), n);
        for (int i = 0; i < n; i++) {
            builder.append(column, rows[i]);
        }
        return builder.build();
    }

    private static Column slices(BytesColumn column, int[] rows, int n) {
        int[] starts = new int[n];
        int[] lengths = new int[n];
        long @Nullable [] nulls = null;
        for (int i = 0; i < n; i++) {
            starts[i] = column.starts()[rows[i]];
            lengths[i] = column.lengths()[rows[i]];
            if (column.isNull(rows[i])) {
                nulls = nulls == null ? Nulls.allocate(n) : nulls;
                Nulls.set(nulls, i);
            }
        }
        return new BytesColumn(column.data(), starts, lengths, nulls);
    }
}
