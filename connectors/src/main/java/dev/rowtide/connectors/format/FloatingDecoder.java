// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.TypeKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * FLOAT and DOUBLE, correctly rounded. A number whose digits are exact in a double, times or over a power of ten that is exact too, takes one
 * rounding of the hardware, which is the right one; others go through Java's parser.
 */
final class FloatingDecoder extends ColumnDecoder {

    /** 2^53 and 2^24: whole numbers up to here are exact. */
    private static final long DOUBLE_EXACT_MAX = 1L << 53;

    private static final long FLOAT_EXACT_MAX = 1L << 24;
    private static final int SAFE_DIGITS = 18;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
    };
    private static final int FLOAT_POWER_MAX = 10;

    private final boolean single;
    private double[] values = {};

    FloatingDecoder(Field field) {
        super(field);
        single = type.kind() == TypeKind.FLOAT;
    }

    @Override
    void beginValues(byte[] block, int capacity) {
        values = new double[capacity];
    }

    @Override
    void growValues(int capacity) {
        values = Arrays.copyOf(values, capacity);
    }

    @Override
    void writeNumber(byte[] data, int start, int end, int row) {
        int at = start;
        boolean negative = data[at] == '-';
        if (negative) {
            at++;
        }
        if (end - at > SAFE_DIGITS || at == end) {
            values[row] = NumberText.floating(data, start, end, type, single);
            return;
        }
        long digits = 0;
        int point = end;
        for (; at < end; at++) {
            int digit = data[at] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = digits * 10 + digit;
            } else if (data[at] == '.' && point == end && at + 1 < end) {
                point = at;
            } else {
                values[row] = NumberText.floating(data, start, end, type, single);
                return;
            }
        }
        int fractionDigits = point == end ? 0 : end - point - 1;
        double value;
        if (!single && digits <= DOUBLE_EXACT_MAX) {
            value = digits / POWERS[fractionDigits];
        } else if (single && digits <= FLOAT_EXACT_MAX && fractionDigits <= FLOAT_POWER_MAX) {
            value = (float) digits / (float) POWERS[fractionDigits];
        } else {
            value = NumberText.floating(data, start, end, type, single);
            values[row] = value;
            return;
        }
        values[row] = negative ? -value : value;
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        writeNumberBetweenBlanks(data, start, end, row);
    }

    @Override
    boolean isSameValue(int row, int other) {
        return values[row] == values[other] || Double.isNaN(values[row]) && Double.isNaN(values[other]);
    }

    @Override
    Column column(long @Nullable [] nulls) {
        return new DoubleColumn(values, nulls);
    }
}
