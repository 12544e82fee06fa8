// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.DecimalPlaces;
import dev.rowtide.operators.function.ExactWriter;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Floating-point numbers to decimals, rounded half up. A number counts as the decimal that it prints as: 0.1 is 0.1, not the binary fraction
 * nearest to it.
 */
final class DoubleToExact implements VectorFunction {

    private final Type to;
    private final boolean single;
    private final CastError error;

    DoubleToExact(Type from, Type to, CastError error) {
        this.to = to;
        this.error = error;
        single = from.kind() == TypeKind.FLOAT;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        DoubleColumn column = (DoubleColumn) arguments[0];
        ExactWriter writer = new ExactWriter(to, rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (column.isNull(row)) {
                continue;
            }
            double x = column.values()[row];
            if (!set(row, x, writer)) {
                failures.fail(row, () -> error.outOfRange(text(x)));
            }
        }
        return writer.column(column.nulls());
    }

    private boolean set(int row, double x, ExactWriter writer) {
        if (Double.isNaN(x) || Double.isInfinite(x)) {
            return false;
        }
        // A FLOAT's own digits are not those of the same number as a DOUBLE.
        long scaled = single || to.scale() > Type.LONG_DECIMAL_DIGITS_MAX
                ? DecimalPlaces.UNSURE
                : DecimalPlaces.scaled(Math.abs(x), to.scale(), false);
        return scaled == DecimalPlaces.UNSURE
                ? writer.set(row, decimal(x), RoundingMode.HALF_UP)
                : writer.set(row, x < 0 ? -scaled : scaled);
    }

    private BigDecimal decimal(double x) {
        return single ? new BigDecimal(Float.toString((float) x)) : BigDecimal.valueOf(x);
    }

    private String text(double x) {
        return single ? Float.toString((float) x) : Double.toString(x);
    }
}
