// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** AVG of integers and decimals: the exact sum divided once, toward zero for an integer result, half up for a DECIMAL. */
final class AverageResult implements Result {

    private final ExactTotal total;
    private final NumericRange range;
    private final Type type;
    private final int argumentScale;
    private final boolean integer;

    /** What brings a sum to the result's scale, or 0 if no {@code long} does. */
    private final long factor;

    AverageResult(ExactTotal total, NumericRange range, Type type, int argumentScale) {
        this.total = total;
        this.range = range;
        this.type = type;
        this.argumentScale = argumentScale;
        integer = type.storage() == Storage.LONG && type.kind() != TypeKind.DECIMAL;
        int digits = type.scale() - argumentScale;
        factor = digits < 0 || digits > Type.LONG_DECIMAL_DIGITS_MAX
                ? 0
                : BigInteger.TEN.pow(digits).longValueExact();
    }

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        out.reset(n, type.storage() == Storage.WIDE);
        long[] counts = total.counts(words);
        long[] low = total.low(words);
        for (int step = 0; step < n; step++) {
            if (counts[step] == 0) {
                out.setNull(step);
            } else if (!total.fitsLong(words, step) || !divideLong(low[step], counts[step], step, out)) {
                divide(words, step, out);
            }
        }
    }

    /** Divides where the sum, brought to the result's scale, fits in a {@code long}; whether it does. */
    private boolean divideLong(long sum, long count, int step, ResultVector out) {
        if (type.storage() == Storage.DOUBLE) {
            return false;
        }
        long scaled = sum * factor;
        if (factor == 0 || Math.multiplyHigh(sum, factor) != scaled >> 63) {
            return false;
        }
        long average = scaled / count;
        long rest = Math.abs(scaled % count);
        if (!integer && rest >= count - rest) {
            average += scaled < 0 ? -1 : 1;
        }
        if (!range.contains(average)) {
            return false;
        }
        if (type.storage() == Storage.WIDE) {
            out.values()[step] = average >> 63;
            out.low()[step] = average;
        } else {
            out.values()[step] = average;
        }
        return true;
    }

    private void divide(WordColumns words, int step, ResultVector out) {
        BigDecimal sum = new BigDecimal(total.value(words, step), argumentScale);
        BigDecimal count = BigDecimal.valueOf(total.counts(words)[step]);
        if (type.storage() == Storage.DOUBLE) {
            out.values()[step] = DoubleResults.bits(sum.doubleValue() / count.doubleValue(), type);
            return;
        }
        RoundingMode rounding = integer ? RoundingMode.DOWN : RoundingMode.HALF_UP;
        BigInteger average = sum.divide(count, type.scale(), rounding).unscaledValue();
        if (!range.contains(average)) {
            out.fail(step, range.outOfRange(average));
        } else if (type.storage() == Storage.WIDE) {
            out.values()[step] = average.shiftRight(64).longValue();
            out.low()[step] = average.longValue();
        } else {
            out.values()[step] = average.longValue();
        }
    }
}
