// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** DOUBLE to FLOAT; a number too large for it is out of range, an infinity is not. */
final class DoubleToSingle implements VectorFunction {

    private final CastError error;

    DoubleToSingle(CastError error) {
        this.error = error;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        DoubleColumn column = (DoubleColumn) arguments[0];
        double[] out = new double[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            double x = column.values()[row];
            out[row] = (float) x;
            if (Double.isInfinite(out[row]) && !Double.isInfinite(x) && !column.isNull(row)) {
                failures.fail(row, () -> error.outOfRange(Double.toString(x)));
            }
        }
        return new DoubleColumn(out, column.nulls());
    }
}
