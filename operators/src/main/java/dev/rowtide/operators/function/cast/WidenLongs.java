// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** Integers and decimals of LONG storage to a decimal of 128 bits with room for all of them, whose scale is greater by at most 18. */
final class WidenLongs implements VectorFunction {

    private final long factor;

    WidenLongs(int digits) {
        factor = Decimals.power(digits);
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] values = column.values();
        long[] high = new long[rows.bound()];
        long[] low = new long[rows.bound()];
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            long x = values[row];
            low[row] = x * factor;
            high[row] = Math.multiplyHigh(x, factor);
        }
        return new WideColumn(high, low, column.nulls());
    }
}
