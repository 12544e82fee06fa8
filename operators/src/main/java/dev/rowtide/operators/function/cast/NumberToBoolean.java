// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** A number to BOOLEAN: whether it is not zero. */
final class NumberToBoolean implements VectorFunction {

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        Column column = arguments[0];
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (column instanceof LongColumn longs) {
                out[row] = longs.values()[row] != 0;
            } else if (column instanceof DoubleColumn doubles) {
                out[row] = doubles.values()[row] != 0;
            } else if (column instanceof WideColumn wide) {
                out[row] = (wide.high()[row] | wide.low()[row]) != 0;
            }
        }
        return new BooleanColumn(out, column.nulls());
    }
}
