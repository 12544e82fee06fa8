// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import org.jspecify.annotations.Nullable;

/** Key columns made of chosen rows of an input column; byte strings by reference. -0.0 becomes 0.0, so that a group's rows look the same whatever row they come from. */
final class Gather {

    private Gather() {}

    static Column column(Column column, int[] rows, int n) {
        long[] nulls = nulls(column, rows, n);
        return switch (column.storage()) {
            case LONG -> {
                long[] values = ((LongColumn) column).values();
                long[] gathered = new long[n];
                if (rows == OutputRows.PAIR_STEPS) {
                    for (int row = 0; row < n / 2; row++) {
                        gathered[2 * row] = values[row];
                        gathered[2 * row + 1] = values[row];
                    }
                } else {
                    for (int i = 0; i < n; i++) {
                        gathered[i] = values[rows[i]];
                    }
                }
                yield new LongColumn(gathered, nulls);
            }
            case DOUBLE -> {
                double[] values = ((DoubleColumn) column).values();
                double[] gathered = new double[n];
                for (int i = 0; i < n; i++) {
                    gathered[i] = values[rows[i]] + 0.0;
                }
                yield new DoubleColumn(gathered, nulls);
            }
            case BOOLEAN -> {
                boolean[] values = ((BooleanColumn) column).values();
                boolean[] gathered = new boolean[n];
                for (int i = 0; i < n; i++) {
                    gathered[i] = values[rows[i]];
                }
                yield new BooleanColumn(gathered, nulls);
            }
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) column;
                int[] starts = new int[n];
                int[] lengths = new int[n];
                for (int i = 0; i < n; i++) {
                    starts[i] = bytes.starts()[rows[i]];
                    lengths[i] = bytes.lengths()[rows[i]];
                }
                yield new BytesColumn(bytes.data(), starts, lengths, nulls);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) column;
                long[] high = new long[n];
                long[] low = new long[n];
                for (int i = 0; i < n; i++) {
                    high[i] = wide.high()[rows[i]];
                    low[i] = wide.low()[rows[i]];
                }
                yield new WideColumn(high, low, nulls);
            }
        };
    }

    private static long @Nullable [] nulls(Column column, int[] rows, int n) {
        if (column.nulls() == null) {
            return null;
        }
        long[] nulls = null;
        for (int i = 0; i < n; i++) {
            if (column.isNull(rows[i])) {
                nulls = nulls == null ? Nulls.allocate(n) : nulls;
                Nulls.set(nulls, i);
            }
        }
        return nulls;
    }
}
