// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/**
 * Values as one {@code long} each, equal exactly where the values are the same to SQL: -0.0 is 0.0, and all NaN are one. For LONG, DOUBLE and BOOLEAN columns.
 */
public final class KeyWords {

    private KeyWords() {}

    /** Whether a value of the storage fits in one word. */
    public static boolean fit(Storage storage) {
        return storage == Storage.LONG || storage == Storage.DOUBLE || storage == Storage.BOOLEAN;
    }

    /** The word of a DOUBLE. */
    public static long of(double value) {
        return Double.doubleToLongBits(value + 0.0);
    }

    /** The word of the value at a row that is not NULL. */
    public static long of(Column column, int row) {
        return switch (column.storage()) {
            case LONG -> ((LongColumn) column).values()[row];
            case DOUBLE -> of(((DoubleColumn) column).values()[row]);
            case BOOLEAN -> ((BooleanColumn) column).values()[row] ? 1 : 0;
            case BYTES, WIDE -> throw new IllegalArgumentException(column.storage() + " does not fit in a word");
        };
    }

    /**
     * The words of many rows, one behind the other.
     *
     * @param rows the rows to take, of which the first {@code n} count, or null for rows 0 to {@code n - 1}
     * @param words receives them; 0 for NULL
     */
    public static void load(Column column, int @Nullable [] rows, int n, long[] words) {
        switch (column.storage()) {
            case LONG -> {
                long[] values = ((LongColumn) column).values();
                if (rows == null) {
                    System.arraycopy(values, 0, words, 0, n);
                } else {
                    for (int i = 0; i < n; i++) {
                        words[i] = values[rows[i]];
                    }
                }
            }
            case DOUBLE -> {
                double[] values = ((DoubleColumn) column).values();
                for (int i = 0; i < n; i++) {
                    words[i] = of(values[rows == null ? i : rows[i]]);
                }
            }
            case BOOLEAN -> {
                boolean[] values = ((BooleanColumn) column).values();
                for (int i = 0; i < n; i++) {
                    words[i] = values[rows == null ? i : rows[i]] ? 1 : 0;
                }
            }
            case BYTES, WIDE -> throw new IllegalArgumentException(column.storage() + " does not fit in a word");
        }
        if (column.nulls() != null) {
            for (int i = 0; i < n; i++) {
                if (column.isNull(rows == null ? i : rows[i])) {
                    words[i] = 0;
                }
            }
        }
    }
}
