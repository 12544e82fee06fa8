// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;

/** A numeric column read as DOUBLE: each value rounded to the nearest. */
final class DoubleArgument {

    private static final long EXACT_MAX = 1L << 53;
    private static final int EXACT_POWER_MAX = 22;

    private final int column;
    private final int scale;
    private final double divisor;
    private double[] buffer = {};

    DoubleArgument(int column, Type type) {
        this.column = column;
        scale = scale(type);
        divisor = Math.pow(10, scale);
    }

    /** The values of all physical rows; those of NULLs mean nothing. */
    double[] values(ChangeBatch batch) {
        Column values = batch.column(column);
        if (values instanceof DoubleColumn doubles) {
            return doubles.values();
        }
        int rows = batch.rows();
        if (buffer.length < rows) {
            buffer = new double[rows];
        }
        if (values instanceof LongColumn longs) {
            for (int i = 0; i < rows; i++) {
                buffer[i] = value(longs.values()[i]);
            }
        } else {
            WideColumn wide = (WideColumn) values;
            for (int i = 0; i < rows; i++) {
                buffer[i] = values.isNull(i) ? 0 : value(wide.high()[i], wide.low()[i]);
            }
        }
        return buffer;
    }

    /** The number with these digits. */
    double value(long unscaled) {
        if (scale == 0) {
            return unscaled;
        }
        return Math.abs(unscaled) <= EXACT_MAX && scale <= EXACT_POWER_MAX
                ? unscaled / divisor
                : BigDecimal.valueOf(unscaled, scale).doubleValue();
    }

    /** The number with these 128 bits of digits. */
    double value(long high, long low) {
        BigInteger unscaled = WideColumn.toBigInteger(high, low);
        return new BigDecimal(unscaled, scale).doubleValue();
    }

    private static int scale(Type type) {
        return type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
    }
}
