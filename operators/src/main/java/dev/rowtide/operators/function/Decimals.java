// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.math.BigInteger;

/** What decimals of either storage have in common: powers of ten, and values as {@link BigDecimal} for the paths that are not hot. */
public final class Decimals {

    private static final long[] POWERS = new long[19];
    private static final BigInteger[] WIDE_POWERS = new BigInteger[Type.DECIMAL_DIGITS_MAX + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
        for (int i = 0; i < WIDE_POWERS.length; i++) {
            WIDE_POWERS[i] = BigInteger.TEN.pow(i);
        }
    }

    private Decimals() {}

    /** Ten to the power of {@code exponent}, which is 0 to 18. */
    public static long power(int exponent) {
        return POWERS[exponent];
    }

    /** Ten to the power of {@code exponent}, which is 0 to 38. */
    public static BigInteger widePower(int exponent) {
        return WIDE_POWERS[exponent];
    }

    /** Digits before the point that values of an integer or decimal type can have. */
    public static int integerDigits(Type type) {
        return switch (type.kind()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case DECIMAL -> type.precision() - type.scale();
            default -> 19;
        };
    }

    /** The value at {@code row} of a column of an integer, decimal or interval type, not NULL. */
    public static BigDecimal get(Column column, int row, Type type) {
        return column.storage() == Storage.LONG
                ? BigDecimal.valueOf(((LongColumn) column).values()[row], type.scale())
                : new BigDecimal(((WideColumn) column).value(row), type.scale());
    }

    /** Whether an unscaled value of any size lies in the range of an integer, decimal or interval type. */
    public static boolean fits(BigInteger unscaled, Type type) {
        if (type.storage() == Storage.WIDE) {
            return unscaled.abs().compareTo(WIDE_POWERS[type.precision()]) < 0;
        }
        return unscaled.bitLength() < Long.SIZE && LongRange.of(type).contains(unscaled.longValue());
    }
}
