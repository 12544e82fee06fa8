// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.LongRange;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** Floating-point numbers to integers, the fraction cut; NaN and the infinities are out of range. */
@SuppressWarnings("ShortCircuitBoolean") // One flag for all rows, gathered without a branch.
final class DoubleToInteger implements VectorFunction {

    private final double above;
    private final double below;
    private final boolean single;
    private final CastError error;

    DoubleToInteger(Type from, Type to, CastError error) {
        this.error = error;
        single = from.kind() == TypeKind.FLOAT;
        LongRange range = LongRange.of(to);
        boolean bigint = to.kind() == TypeKind.BIGINT;
        // Not included, both; 2^63 and the double before -2^63 where one less and one more are no doubles.
        above = bigint ? Math.nextDown((double) range.min()) : range.min() - 1.0;
        below = range.max() + 1.0;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        DoubleColumn column = (DoubleColumn) arguments[0];
        double[] values = column.values();
        long[] out = new long[rows.bound()];
        boolean inside = true;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            double x = values[row];
            out[row] = (long) x;
            inside &= x > above & x < below;
        }
        if (!inside) {
            blame(column, out, rows, failures);
        }
        return new LongColumn(out, column.nulls());
    }

    private void blame(DoubleColumn column, long[] out, Rows rows, Failures failures) {
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            double x = column.values()[row];
            if (!(x > above && x < below) && !Nulls.get(column.nulls(), row)) {
                out[row] = 0;
                failures.fail(row, () -> error.outOfRange(single ? Float.toString((float) x) : Double.toString(x)));
            }
        }
    }
}
