// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;

/** Integers and decimals to the nearest floating-point number. */
final class ExactToDouble implements VectorFunction {

    /** Up to here a quotient of two doubles that hold integers is rounded but once, even for FLOAT. */
    private static final long EXACT_DOUBLE_MAX = 1L << 53;

    private static final long EXACT_FLOAT_MAX = 1L << 24;
    private static final int EXACT_FLOAT_SCALE_MAX = 10;

    private final Type from;
    private final boolean single;

    ExactToDouble(Type from, Type to) {
        this.from = from;
        single = to.kind() == TypeKind.FLOAT;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        double[] out = new double[rows.bound()];
        if (arguments[0] instanceof LongColumn column) {
            convert(column, out, rows);
        } else {
            for (int i = 0; i < rows.size(); i++) {
                int row = rows.row(i);
                if (!arguments[0].isNull(row)) {
                    out[row] = convert(Decimals.get(arguments[0], row, from));
                }
            }
        }
        return new DoubleColumn(out, arguments[0].nulls());
    }

    private void convert(LongColumn column, double[] out, Rows rows) {
        long[] values = column.values();
        int scale = from.scale();
        double power = Decimals.power(Math.min(scale, 18));
        boolean exactPower = !single || scale <= EXACT_FLOAT_SCALE_MAX;
        long max = single ? EXACT_FLOAT_MAX : EXACT_DOUBLE_MAX;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            long x = values[row];
            if (scale == 0) {
                out[row] = single ? (float) x : (double) x;
            } else if (exactPower && x >= -max && x <= max) {
                double quotient = x / power;
                out[row] = single ? (float) quotient : quotient;
            } else {
                out[row] = convert(BigDecimal.valueOf(x, scale));
            }
        }
    }

    private double convert(BigDecimal x) {
        return single ? x.floatValue() : x.doubleValue();
    }
}
