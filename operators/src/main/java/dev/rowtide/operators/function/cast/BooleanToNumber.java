// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** BOOLEAN to an integer: 1 for TRUE, 0 for FALSE. */
final class BooleanToNumber implements VectorFunction {

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BooleanColumn column = (BooleanColumn) arguments[0];
        long[] out = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = column.values()[row] ? 1 : 0;
        }
        return new LongColumn(out, column.nulls());
    }
}
