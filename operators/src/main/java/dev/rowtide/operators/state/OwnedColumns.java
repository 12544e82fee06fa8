// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;

/** Columns that are kept as they came. */
public final class OwnedColumns {

    private OwnedColumns() {}

    /**
     * A column that does not keep more than its own values from being collected: text that is a small part of what it lies in, such as the input that it was read from, is copied
     * out.
     */
    public static Column owned(Column column, int rows) {
        if (!(column instanceof BytesColumn text)) {
            return column;
        }
        long total = textBytes(text, rows);
        return text.data().length <= 2 * total + rows ? column : copy(text, rows, Math.toIntExact(total));
    }

    private static long textBytes(BytesColumn text, int rows) {
        long total = 0;
        for (int row = 0; row < rows; row++) {
            total += text.isNull(row) ? 0 : text.lengths()[row];
        }
        return total;
    }

    /** Texts that follow one another are copied together. */
    private static Column copy(BytesColumn text, int rows, int total) {
        byte[] data = new byte[total];
        int[] starts = new int[rows];
        int[] lengths = new int[rows];
        int used = 0;
        int copied = 0;
        int from = 0;
        for (int row = 0; row < rows; row++) {
            if (text.isNull(row)) {
                continue;
            }
            if (text.starts()[row] != from + used - copied) {
                System.arraycopy(text.data(), from, data, copied, used - copied);
                copied = used;
                from = text.starts()[row];
            }
            starts[row] = used;
            lengths[row] = text.lengths()[row];
            used += lengths[row];
        }
        System.arraycopy(text.data(), from, data, copied, used - copied);
        return new BytesColumn(data, starts, lengths, text.nulls());
    }

    /** The heap that the first {@code rows} rows of columns occupy, bytes. */
    public static long bytes(Column[] columns, int rows) {
        long bytes = 0;
        for (Column column : columns) {
            bytes += (long) rows
                    * switch (column.storage()) {
                        case LONG, DOUBLE -> Long.BYTES;
                        case BOOLEAN -> 1;
                        case BYTES -> 2 * Integer.BYTES;
                        case WIDE -> 2 * Long.BYTES;
                    };
            bytes += column instanceof BytesColumn text ? textBytes(text, rows) : 0;
        }
        return bytes;
    }
}
