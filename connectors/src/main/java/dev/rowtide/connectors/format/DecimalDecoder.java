// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Storage;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** DECIMAL: rounded half up to the type's scale. */
final class DecimalDecoder extends ColumnDecoder {

    private static final int SAFE_DIGITS = 18;
    private static final long[] POWERS = new long[SAFE_DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private final boolean wide;

    /** The unscaled numbers, or their lower halves. */
    private long[] low = {};

    private long[] high = {};

    DecimalDecoder(Field field) {
        super(field);
        wide = type.storage() == Storage.WIDE;
    }

    @Override
    void beginValues(byte[] block, int capacity) {
        low = new long[capacity];
        high = wide ? new long[capacity] : high;
    }

    @Override
    void growValues(int capacity) {
        low = Arrays.copyOf(low, capacity);
        high = wide ? Arrays.copyOf(high, capacity) : high;
    }

    @Override
    void writeNumber(byte[] data, int start, int end, int row) {
        int at = start;
        boolean negative = data[at] == '-';
        if (negative) {
            at++;
        }
        if (wide || end - at > SAFE_DIGITS || at == end) {
            writeUnusual(data, start, end, row);
            return;
        }
        long value = 0;
        int point = end;
        for (; at < end; at++) {
            int digit = data[at] - '0';
            if (digit >= 0 && digit <= 9) {
                value = value * 10 + digit;
            } else if (data[at] == '.' && point == end && at + 1 < end) {
                point = at;
            } else {
                writeUnusual(data, start, end, row);
                return;
            }
        }
        int fractionDigits = point == end ? 0 : end - point - 1;
        int missing = type.scale() - fractionDigits;
        if (missing < 0) {
            long unit = POWERS[-missing];
            value = value / unit + (value % unit >= unit / 2 ? 1 : 0);
        } else if (value >= POWERS[Math.max(0, type.precision() - missing)]) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        } else {
            value *= POWERS[missing];
        }
        if (value >= POWERS[type.precision()]) {
            throw MalformedRecord.outOfRange(type, data, start, end);
        }
        low[row] = negative ? -value : value;
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        writeNumberBetweenBlanks(data, start, end, row);
    }

    private void writeUnusual(byte[] data, int start, int end, int row) {
        BigInteger unscaled = NumberText.decimal(data, start, end, type);
        low[row] = unscaled.longValue();
        if (wide) {
            high[row] = unscaled.shiftRight(64).longValue();
        }
    }

    @Override
    boolean isSameValue(int row, int other) {
        return low[row] == low[other] && (!wide || high[row] == high[other]);
    }

    @Override
    Column column(long @Nullable [] nulls) {
        return wide ? new WideColumn(high, low, nulls) : new LongColumn(low, nulls);
    }
}
