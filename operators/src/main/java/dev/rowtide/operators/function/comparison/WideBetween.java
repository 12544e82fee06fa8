// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Whether a decimal of 128 bits lies in an interval, or outside. */
final class WideBetween extends Predicate {

    private static final BigInteger MIN = BigInteger.ONE.shiftLeft(127).negate();
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);

    private final BigInteger low;
    private final BigInteger high;
    private final boolean negated;

    private WideBetween(BigInteger low, BigInteger high, boolean negated) {
        this.low = low;
        this.high = high;
        this.negated = negated;
    }

    /** The test that is {@code value <comparison> constant}, a number of at most 38 digits. */
    static WideBetween of(BuiltinFunction comparison, BigInteger constant) {
        return switch (comparison) {
            case EQUAL -> new WideBetween(constant, constant, false);
            case NOT_EQUAL -> new WideBetween(constant, constant, true);
            case LESS_OR_EQUAL -> new WideBetween(MIN, constant, false);
            case LESS -> new WideBetween(MIN, constant.subtract(BigInteger.ONE), false);
            case GREATER_OR_EQUAL -> new WideBetween(constant, MAX, false);
            case GREATER -> new WideBetween(constant.add(BigInteger.ONE), MAX, false);
            default -> throw new IllegalArgumentException(comparison + " is no comparison");
        };
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        WideColumn column = (WideColumn) arguments[0];
        long[] highs = column.high();
        long[] lows = column.low();
        long fromHigh = low.shiftRight(Long.SIZE).longValue();
        long fromLow = low.longValue();
        long toHigh = high.shiftRight(Long.SIZE).longValue();
        long toLow = high.longValue();
        int flip = negated ? 1 : 0;
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            out[row] = (within(highs[row], lows[row], fromHigh, fromLow, toHigh, toLow) ^ flip) != 0;
        }
        return new BooleanColumn(out, column.nulls());
    }

    @Override
    public int select(Column[] arguments, Rows rows, int[] selected, Failures failures) {
        WideColumn column = (WideColumn) arguments[0];
        long[] highs = column.high();
        long[] lows = column.low();
        long[] nulls = column.nulls();
        long fromHigh = low.shiftRight(Long.SIZE).longValue();
        long fromLow = low.longValue();
        long toHigh = high.shiftRight(Long.SIZE).longValue();
        long toLow = high.longValue();
        int flip = negated ? 1 : 0;
        int count = 0;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            int isNull = nulls == null ? 0 : (int) (nulls[row >>> 6] >>> row) & 1;
            selected[count] = row;
            count += (within(highs[row], lows[row], fromHigh, fromLow, toHigh, toLow) ^ flip) & ~isNull;
        }
        return count;
    }

    private static int within(long high, long low, long fromHigh, long fromLow, long toHigh, long toLow) {
        int below = Bits.less(high, fromHigh) | (Bits.equal(high, fromHigh) & Bits.lessUnsigned(low, fromLow));
        int above = Bits.less(toHigh, high) | (Bits.equal(toHigh, high) & Bits.lessUnsigned(toLow, low));
        return (below | above) ^ 1;
    }

    @Override
    public @Nullable Predicate and(Predicate other) {
        return other instanceof WideBetween second && !negated && !second.negated
                ? new WideBetween(low.max(second.low), high.min(second.high), false)
                : null;
    }
}
