// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.TextColumn;

/** Puts the text of input rows into an output batch, as references to the input's bytes or as bytes of its own. */
final class TextCopy {
    private static final int BYTES_PER_ROW_MAX = 128;

    private final TextColumn column;
    private final boolean copied;

    TextCopy(TextColumn column, boolean copied) {
        this.column = column;
        this.copied = copied;
    }

    Output.Text newColumn() {
        return new Output.Text(copied ? new byte[Output.CAPACITY * BYTES_PER_ROW_MAX] : column.bytes);
    }

    /** Output rows 0 to {@code count} become input rows {@code first} and following. */
    void range(int first, int count, Output.Text text) {
        System.arraycopy(column.length, first, text.length, 0, count);
        if (copied) {
            int end = 0;
            for (int i = 0; i < count; i++) {
                end = append(first + i, i, end, text);
            }
        } else {
            System.arraycopy(column.offset, first, text.offset, 0, count);
        }
    }

    /** Output rows 0 to {@code count} become the input rows listed. */
    void rows(int[] rows, int count, Output.Text text) {
        int end = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            text.length[i] = column.length[row];
            if (copied) {
                end = append(row, i, end, text);
            } else {
                text.offset[i] = column.offset[row];
            }
        }
    }

    private int append(int row, int outputRow, int end, Output.Text text) {
        System.arraycopy(column.bytes, column.offset[row], text.bytes, end, column.length[row]);
        text.offset[outputRow] = end;
        return end + column.length[row];
    }
}
