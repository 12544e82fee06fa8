// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.DecimalPlaces;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * ROUND or TRUNCATE of floating-point numbers. A number counts as the decimal that it prints as, so that {@code ROUND(2.675, 2)} is 2.68 although the double
 * lies a little below.
 */
final class DoubleRounding implements VectorFunction {

    private final boolean truncate;
    private final boolean single;

    DoubleRounding(BuiltinFunction function, Type type) {
        truncate = function == BuiltinFunction.TRUNCATE;
        single = type.kind() == TypeKind.FLOAT;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        DoubleColumn numbers = (DoubleColumn) arguments[0];
        LongColumn digits = arguments.length > 1 ? (LongColumn) arguments[1] : null;
        double[] values = numbers.values();
        double[] out = new double[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = digits == null ? toInteger(values[row]) : toDigits(values[row], digits.values()[row]);
        }
        if (single) {
            DoubleMath.roundToSingle(out, rows);
        }
        return new DoubleColumn(out, Nulls.union(numbers.nulls(), digits == null ? null : digits.nulls()));
    }

    private double toInteger(double x) {
        double absolute = Math.abs(x);
        double floor = Math.floor(absolute);
        return Math.copySign(!truncate && absolute - floor >= 0.5 ? floor + 1 : floor, x);
    }

    private double toDigits(double x, long digits) {
        if (digits == 0 || Double.isNaN(x) || Double.isInfinite(x)) {
            return toInteger(x);
        }
        if (digits > 0 && digits <= 18 && !single) {
            long scaled = DecimalPlaces.scaled(Math.abs(x), (int) digits, truncate);
            if (scaled != DecimalPlaces.UNSURE) {
                return Math.copySign(scaled / (double) Decimals.power((int) digits), x);
            }
        }
        BigDecimal decimal = single ? new BigDecimal(Float.toString((float) x)) : BigDecimal.valueOf(x);
        int scale = (int) Math.max(-400, Math.min(400, digits));
        return Math.copySign(
                Math.abs(decimal.setScale(scale, truncate ? RoundingMode.DOWN : RoundingMode.HALF_UP)
                        .doubleValue()),
                x);
    }
}
