// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Compares two columns of exact numbers of different scales, or of timestamps of different units. The one of the smaller scale is brought to the other, in 128 bits; a number that has more digits
 * there than a decimal can have is larger than every decimal, and stays so as ±10<sup>38</sup>.
 */
final class MixedScaleComparison extends Predicate {

    private static final BigInteger BEYOND = Decimals.widePower(Type.DECIMAL_DIGITS_MAX);

    private final WideComparison comparison;
    private final int coarse;
    private final BigInteger factor;
    private final BigInteger limit;

    /** For columns of types with these scales, which are not the same. */
    MixedScaleComparison(Comparison comparison, int leftScale, int rightScale) {
        int digits = Math.abs(leftScale - rightScale);
        this.comparison = new WideComparison(comparison);
        this.coarse = leftScale < rightScale ? 0 : 1;
        this.factor = Decimals.widePower(digits);
        this.limit = Decimals.widePower(Type.DECIMAL_DIGITS_MAX - digits);
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        Column[] aligned = arguments.clone();
        aligned[coarse] = rescaled(arguments[coarse], rows);
        return comparison.apply(aligned, rows, failures);
    }

    private WideColumn rescaled(Column column, Rows rows) {
        long @Nullable [] highs = column instanceof WideColumn wide ? wide.high() : null;
        long[] lows = column instanceof WideColumn wide ? wide.low() : ((LongColumn) column).values();
        long[] high = new long[rows.bound()];
        long[] low = new long[rows.bound()];
        long factorHigh = high(factor);
        long factorLow = factor.longValue();
        long limitHigh = high(limit);
        long limitLow = limit.longValue();
        long beyondHigh = high(BEYOND);
        long beyondLow = BEYOND.longValue();
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            long xl = lows[row];
            long xh = highs == null ? xl >> 63 : highs[row];
            long sign = xh >> 63;
            // Two's complement: the magnitude, and back.
            long ml = (xl ^ sign) - sign;
            long mh = (xh ^ sign) + (sign != 0 && ml == 0 ? 1 : 0);
            boolean fits = mh < limitHigh || (mh == limitHigh && Long.compareUnsigned(ml, limitLow) < 0);
            long pl = fits ? ml * factorLow : beyondLow;
            long ph = fits ? unsignedMultiplyHigh(ml, factorLow) + mh * factorLow + ml * factorHigh : beyondHigh;
            low[row] = (pl ^ sign) - sign;
            high[row] = (ph ^ sign) + (sign != 0 && low[row] == 0 ? 1 : 0);
        }
        return new WideColumn(high, low, column.nulls());
    }

    private static long high(BigInteger number) {
        return number.shiftRight(Long.SIZE).longValue();
    }

    private static long unsignedMultiplyHigh(long x, long y) {
        return Math.multiplyHigh(x, y) + ((x >> 63) & y) + ((y >> 63) & x);
    }
}
