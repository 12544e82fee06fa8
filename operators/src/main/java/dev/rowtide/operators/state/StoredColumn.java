// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/**
 * One column of a {@link RowStore}.
 *
 * @param words the rows
 * @param width the words of a row
 * @param nullWord the word of a row that has the null bit
 * @param nullBit the bit in that word
 * @param offset the word of a row that has the value
 * @param arena the text
 */
record StoredColumn(long[] words, int width, int nullWord, int nullBit, int offset, Arena arena) {

    /**
     * The values of the first {@code n} rows in {@code numbers} as a column; NULL where a number is negative.
     *
     * @param nullable whether a row may have NULL
     */
    Column gather(Storage storage, boolean nullable, int[] numbers, int n) {
        long[] nulls = nullable || isNegative(numbers, n) ? nulls(numbers, n) : null;
        return switch (storage) {
            case LONG -> new LongColumn(longs(numbers, n, offset), nulls);
            case DOUBLE -> new DoubleColumn(doubles(numbers, n), nulls);
            case BOOLEAN -> new BooleanColumn(booleans(numbers, n), nulls);
            case BYTES -> bytes(numbers, n, nulls);
            case WIDE -> new WideColumn(longs(numbers, n, offset), longs(numbers, n, offset + 1), nulls);
        };
    }

    /** Whether some number is negative: all signs in one, so that there are no branches. */
    private static boolean isNegative(int[] numbers, int n) {
        int signs = 0;
        for (int i = 0; i < n; i++) {
            signs |= numbers[i];
        }
        return signs < 0;
    }

    private long @Nullable [] nulls(int[] numbers, int n) {
        long[] nulls = null;
        for (int i = 0; i < n; i++) {
            if (numbers[i] < 0 || (words[numbers[i] * width + nullWord] >>> nullBit & 1) != 0) {
                nulls = nulls == null ? Nulls.allocate(n) : nulls;
                Nulls.set(nulls, i);
            }
        }
        return nulls;
    }

    private long[] longs(int[] numbers, int n, int at) {
        long[] values = new long[n];
        for (int i = 0; i < n; i++) {
            values[i] = numbers[i] < 0 ? 0 : words[numbers[i] * width + at];
        }
        return values;
    }

    private double[] doubles(int[] numbers, int n) {
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            values[i] = numbers[i] < 0 ? 0 : Double.longBitsToDouble(words[numbers[i] * width + offset]);
        }
        return values;
    }

    private boolean[] booleans(int[] numbers, int n) {
        boolean[] values = new boolean[n];
        for (int i = 0; i < n; i++) {
            values[i] = numbers[i] >= 0 && words[numbers[i] * width + offset] != 0;
        }
        return values;
    }

    private Column bytes(int[] numbers, int n, long @Nullable [] nulls) {
        int[] starts = new int[n];
        int[] lengths = new int[n];
        for (int i = 0; i < n; i++) {
            if (!Nulls.get(nulls, i)) {
                long handle = words[numbers[i] * width + offset];
                starts[i] = Arena.start(handle);
                lengths[i] = Arena.length(handle);
            }
        }
        return new BytesColumn(arena.data(), starts, lengths, nulls);
    }
}
