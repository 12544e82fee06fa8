// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import java.util.Arrays;

/**
 * The segments of a {@link StoredText} that stay as they are for good. One thread adds to them; others may ask meanwhile, since columns are handed on between workers: they
 * know at least what was added before the column was made.
 */
final class LentArrays implements BytesColumn.LastingArrays {

    private volatile byte[][] arrays = new byte[16][];
    private volatile int count;

    void add(byte[] array) {
        int index = count;
        byte[][] known = arrays;
        if (index == known.length) {
            known = Arrays.copyOf(known, 2 * index);
            arrays = known;
        }
        known[index] = array;
        count = index + 1;
    }

    @Override
    public boolean isLasting(byte[] array) {
        int n = count;
        byte[][] known = arrays;
        for (int i = n - 1; i >= 0; i--) {
            if (known[i] == array) {
                return true;
            }
        }
        return false;
    }
}
