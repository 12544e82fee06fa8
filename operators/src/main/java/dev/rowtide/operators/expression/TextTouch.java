// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import org.jspecify.annotations.Nullable;

/**
 * Reads the ends of a batch's texts before a function reads them row by row, so that the cache misses overlap: a function that does something with each text
 * waits for one after the other. Only worthwhile where the texts lie in more memory than a cache holds.
 */
final class TextTouch {

    /** From this size on texts do not fit into the second-level cache. */
    private static final int BYTES_MIN = 1 << 20;

    // Written and never read: so that what a touch reads is not optimised away.
    @SuppressWarnings("UnusedVariable")
    private int touched;

    void touch(Column[] columns, int @Nullable [] selection, int size) {
        for (Column column : columns) {
            if (column instanceof BytesColumn text && text.data().length >= BYTES_MIN) {
                touched += ends(text, selection, size);
            }
        }
    }

    /** NULLs have a slice that may lie anywhere. */
    private static int ends(BytesColumn text, int @Nullable [] selection, int size) {
        byte[] data = text.data();
        int[] starts = text.starts();
        int[] lengths = text.lengths();
        int sum = 0;
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            int start = starts[row];
            int last = start + lengths[row] - 1;
            if (start >= 0 && last >= start && last < data.length) {
                sum += data[start] + data[last];
            }
        }
        return sum;
    }
}
