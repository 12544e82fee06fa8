// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;

/** Compares two columns of floating-point numbers: NaN equals itself and is greater than all numbers, -0.0 equals 0.0. */
final class DoubleComparison extends Predicate {

    private final Comparison comparison;

    DoubleComparison(Comparison comparison) {
        this.comparison = comparison;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        double[] left = ((DoubleColumn) arguments[comparison.swapped() ? 1 : 0]).values();
        double[] right = ((DoubleColumn) arguments[comparison.swapped() ? 0 : 1]).values();
        int flip = comparison.negated() ? 1 : 0;
        boolean[] out = new boolean[rows.bound()];
        if (comparison.equality()) {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = rows.row(i);
                out[row] = (Bits.equal(Bits.orderOf(left[row]), Bits.orderOf(right[row])) ^ flip) != 0;
            }
        } else {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = rows.row(i);
                out[row] = (Bits.less(Bits.orderOf(left[row]), Bits.orderOf(right[row])) ^ flip) != 0;
            }
        }
        return new BooleanColumn(out, Nulls.union(arguments[0].nulls(), arguments[1].nulls()));
    }
}
