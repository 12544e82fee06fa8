// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.LongDivisor;
import dev.rowtide.operators.function.LongRange;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Integers and decimals of LONG storage to one another: decimals round half up, integers cut the fraction. */
@SuppressWarnings("ShortCircuitBoolean") // One flag for all rows, gathered without a branch.
final class RescaleLongs implements VectorFunction {

    private final Type from;
    private final CastError error;
    private final long factor;
    private final @Nullable LongDivisor divisor;
    private final boolean rounds;
    private final LongRange range;
    /** The source values that stay in the target's range. */
    private final long lowest;

    private final long highest;
    private final boolean total;

    RescaleLongs(Type from, Type to, CastError error) {
        this.from = from;
        this.error = error;
        int digits = to.scale() - from.scale();
        factor = digits > 0 ? Decimals.power(digits) : 1;
        divisor = digits < 0 ? new LongDivisor(Decimals.power(-digits)) : null;
        rounds = to.kind() == TypeKind.DECIMAL;
        range = LongRange.of(to);
        lowest = range.min() / factor;
        highest = range.max() / factor;
        LongRange source = LongRange.of(from);
        total = divisor == null && lowest <= source.min() && source.max() <= highest;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        if (total && factor == 1) {
            return column;
        }
        long[] out = new long[rows.bound()];
        boolean inRange =
                divisor == null ? multiply(column.values(), out, rows) : divide(column.values(), out, rows, divisor);
        if (!inRange) {
            blame(column, out, rows, failures);
        }
        return new LongColumn(out, column.nulls());
    }

    private boolean multiply(long[] values, long[] out, Rows rows) {
        boolean outside = false;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            long x = values[row];
            out[row] = x * factor;
            outside |= x < lowest | x > highest;
        }
        return !outside;
    }

    private boolean divide(long[] values, long[] out, Rows rows, LongDivisor divisor) {
        boolean outside = false;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            long r = divided(values[row], divisor);
            out[row] = r;
            outside |= r < range.min() | r > range.max();
        }
        return !outside;
    }

    private long divided(long x, LongDivisor divisor) {
        long quotient = divisor.quotient(x);
        if (!rounds) {
            return quotient;
        }
        long remainder = x - quotient * divisor.divisor();
        return quotient + (Math.abs(remainder) >= divisor.divisor() - Math.abs(remainder) ? x >> 63 | 1 : 0);
    }

    private void blame(LongColumn column, long[] out, Rows rows, Failures failures) {
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long x = column.values()[row];
            boolean inside = divisor == null ? lowest <= x && x <= highest : range.contains(divided(x, divisor));
            if (!inside && !Nulls.get(column.nulls(), row)) {
                out[row] = 0;
                failures.fail(
                        row,
                        () -> error.outOfRange(
                                BigDecimal.valueOf(x, from.scale()).toPlainString()));
            }
        }
    }
}
