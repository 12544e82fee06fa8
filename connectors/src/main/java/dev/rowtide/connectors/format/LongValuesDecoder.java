// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Field;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The decoders of all types that are stored as one {@code long}. */
abstract class LongValuesDecoder extends ColumnDecoder {

    long[] values = {};

    LongValuesDecoder(Field field) {
        super(field);
    }

    @Override
    final void beginValues(byte[] block, int capacity) {
        values = new long[capacity];
    }

    @Override
    void growValues(int capacity) {
        values = Arrays.copyOf(values, capacity);
    }

    @Override
    boolean isSameValue(int row, int other) {
        return values[row] == values[other];
    }

    @Override
    Column column(long @Nullable [] nulls) {
        return new LongColumn(values, nulls);
    }
}
