// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sums, differences and products of decimals with a result of 128 bits, where scales need no adjustment. Operands are of either storage; products of
 * operands beyond 64 bits leave the fast path, row by row.
 */
@SuppressWarnings("ShortCircuitBoolean") // One flag for all rows, gathered without a branch.
final class WideArithmetic implements VectorFunction {

    private final Operation operation;
    private final Operands operands;
    private final CallSite site;
    private final BigInteger bound;
    private final long boundHigh;
    private final long boundLow;

    WideArithmetic(Operation operation, Operands operands, CallSite site) {
        this.operation = operation;
        this.operands = operands;
        this.site = site;
        bound = Decimals.widePower(operands.result().precision());
        boundHigh = bound.shiftRight(Long.SIZE).longValue();
        boundLow = bound.longValue();
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        long[] leftHigh = high(arguments[0]);
        long[] leftLow = low(arguments[0]);
        long[] rightHigh = high(arguments[1]);
        long[] rightLow = low(arguments[1]);
        long[] high = new long[rows.bound()];
        long[] low = new long[rows.bound()];
        long[] nulls = Nulls.union(arguments[0].nulls(), arguments[1].nulls());
        boolean multiply = operation == Operation.MULTIPLY;
        boolean subtract = operation == Operation.SUBTRACT;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long xl = leftLow[row];
            long yl = rightLow[row];
            long xh = leftHigh == null ? xl >> 63 : leftHigh[row];
            long yh = rightHigh == null ? yl >> 63 : rightHigh[row];
            boolean fits;
            if (multiply) {
                low[row] = xl * yl;
                high[row] = Math.multiplyHigh(xl, yl);
                fits = xh == xl >> 63 & yh == yl >> 63;
            } else if (subtract) {
                low[row] = xl - yl;
                high[row] = xh - yh - (Long.compareUnsigned(xl, yl) < 0 ? 1 : 0);
                fits = ((xh ^ yh) & (xh ^ high[row])) >= 0;
            } else {
                low[row] = xl + yl;
                high[row] = xh + yh + (Long.compareUnsigned(low[row], xl) < 0 ? 1 : 0);
                fits = ((xh ^ high[row]) & (yh ^ high[row])) >= 0;
            }
            if (!(fits && inRange(high[row], low[row])) && !Nulls.get(nulls, row)) {
                slow(arguments, row, high, low, failures);
            }
        }
        return new WideColumn(high, low, nulls);
    }

    private boolean inRange(long high, long low) {
        long sign = high >> 63;
        long absoluteLow = (low ^ sign) - sign;
        long absoluteHigh = (high ^ sign) + (sign != 0 & absoluteLow == 0 ? 1 : 0);
        return absoluteHigh < boundHigh
                || (absoluteHigh == boundHigh && Long.compareUnsigned(absoluteLow, boundLow) < 0);
    }

    private void slow(Column[] arguments, int row, long[] high, long[] low, Failures failures) {
        BigDecimal x = Decimals.get(arguments[0], row, operands.left());
        BigDecimal y = Decimals.get(arguments[1], row, operands.right());
        BigInteger result = switch (operation) {
            case ADD -> x.unscaledValue().add(y.unscaledValue());
            case SUBTRACT -> x.unscaledValue().subtract(y.unscaledValue());
            case MULTIPLY -> x.unscaledValue().multiply(y.unscaledValue());
            case DIVIDE, REMAINDER -> throw new IllegalStateException(operation.name());
        };
        boolean fits = result.abs().compareTo(bound) < 0;
        high[row] = fits ? result.shiftRight(Long.SIZE).longValue() : 0;
        low[row] = fits ? result.longValue() : 0;
        if (!fits) {
            failures.fail(row, () -> operation.error(x, y, operands.result(), site));
        }
    }

    private static long @Nullable [] high(Column column) {
        return column instanceof WideColumn wide ? wide.high() : null;
    }

    private static long[] low(Column column) {
        return column instanceof WideColumn wide ? wide.low() : ((LongColumn) column).values();
    }
}
