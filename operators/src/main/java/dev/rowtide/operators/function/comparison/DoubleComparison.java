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
        boolean negated = comparison.negated();
        boolean[] out = new boolean[rows.bound()];
        if (comparison.equality()) {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = rows.row(i);
                double x = left[row];
                double y = right[row];
                out[row] = (x == y | Double.isNaN(x) & Double.isNaN(y)) != negated;
            }
        } else {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = rows.row(i);
                double x = left[row];
                double y = right[row];
                out[row] = (x < y | !Double.isNaN(x) & Double.isNaN(y)) != negated;
            }
        }
        return new BooleanColumn(out, Nulls.union(arguments[0].nulls(), arguments[1].nulls()));
    }
}
