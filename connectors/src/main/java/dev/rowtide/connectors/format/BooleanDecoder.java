// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** BOOLEAN. */
final class BooleanDecoder extends ColumnDecoder {

    private boolean[] values = {};

    BooleanDecoder(Field field) {
        super(field);
    }

    @Override
    void beginValues(byte[] block, int capacity) {
        values = new boolean[capacity];
    }

    @Override
    void growValues(int capacity) {
        values = Arrays.copyOf(values, capacity);
    }

    @Override
    void writeBoolean(byte[] data, int start, int end, int row) {
        values[row] = data[start] == 't';
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        String text = new String(data, start, end - start, UTF_8);
        try {
            values[row] = (Boolean) ValueText.parse(text, type, ZoneOffset.UTC);
        } catch (EngineException e) {
            throw MalformedRecord.notA(type, data, start, end);
        }
    }

    @Override
    boolean isSameValue(int row, int other) {
        return values[row] == values[other];
    }

    @Override
    Column column(long @Nullable [] nulls) {
        return new BooleanColumn(values, nulls);
    }
}
