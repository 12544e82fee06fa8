// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.LongRange;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;

/** NEGATE, ABS or SIGN of LONG storage. */
@SuppressWarnings("ShortCircuitBoolean") // One flag for all rows, gathered without a branch.
final class LongMath implements VectorFunction {

    private final BuiltinFunction function;
    private final Type type;
    private final CallSite site;

    LongMath(BuiltinFunction function, Type type, CallSite site) {
        this.function = function;
        this.type = type;
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn argument = (LongColumn) arguments[0];
        long[] values = argument.values();
        long[] out = new long[rows.bound()];
        BuiltinFunction function = this.function;
        LongRange range = LongRange.of(type);
        long one = function == BuiltinFunction.SIGN ? Decimals.power(type.scale()) : 1;
        boolean inexact = false;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long x = values[row];
            long r = switch (function) {
                case NEGATE -> -x;
                case ABS -> x < 0 ? -x : x;
                case SIGN -> Long.signum(x) * one;
                default -> throw new IllegalStateException(function.name());
            };
            out[row] = r;
            inexact |= r > range.max() | (x == Long.MIN_VALUE & r == x);
        }
        if (inexact) {
            blame(argument, out, range, rows, failures);
        }
        return new LongColumn(out, argument.nulls());
    }

    private String text(BigDecimal x) {
        return function == BuiltinFunction.NEGATE
                ? "-(" + x.toPlainString() + ")"
                : function + "(" + x.toPlainString() + ")";
    }

    private void blame(LongColumn argument, long[] out, LongRange range, Rows rows, Failures failures) {
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long x = argument.values()[row];
            if (!Nulls.get(argument.nulls(), row)
                    && (out[row] > range.max() || (x == Long.MIN_VALUE && out[row] == x))) {
                out[row] = 0;
                failures.fail(
                        row,
                        () -> site.error(
                                ErrorCode.NUMERIC_OUT_OF_RANGE,
                                "integer overflow: " + text(BigDecimal.valueOf(x, type.scale()))
                                        + " is out of range for " + type.name()));
            }
        }
    }
}
