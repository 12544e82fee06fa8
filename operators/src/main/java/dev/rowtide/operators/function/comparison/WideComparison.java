// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import org.jspecify.annotations.Nullable;

/** Compares two columns of decimals of one scale, either or both of 128 bits. */
final class WideComparison extends Predicate {

    private final Comparison comparison;

    WideComparison(Comparison comparison) {
        this.comparison = comparison;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        long[] leftHigh = high(arguments[0]);
        long[] leftLow = low(arguments[0]);
        long[] rightHigh = high(arguments[1]);
        long[] rightLow = low(arguments[1]);
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long xl = leftLow[row];
            long yl = rightLow[row];
            long xh = leftHigh == null ? xl >> 63 : leftHigh[row];
            long yh = rightHigh == null ? yl >> 63 : rightHigh[row];
            out[row] = comparison.test(xh != yh ? Long.compare(xh, yh) : Long.compareUnsigned(xl, yl));
        }
        return new BooleanColumn(out, Nulls.union(arguments[0].nulls(), arguments[1].nulls()));
    }

    private static long @Nullable [] high(Column column) {
        return column instanceof WideColumn wide ? wide.high() : null;
    }

    private static long[] low(Column column) {
        return column instanceof WideColumn wide ? wide.low() : ((LongColumn) column).values();
    }
}
