// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;

/** Compares two columns of truth values: FALSE is less than TRUE. */
final class BooleanComparison extends Predicate {

    private final Comparison comparison;

    BooleanComparison(Comparison comparison) {
        this.comparison = comparison;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        boolean[] left = ((BooleanColumn) arguments[0]).values();
        boolean[] right = ((BooleanColumn) arguments[1]).values();
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = comparison.test(Boolean.compare(left[row], right[row]));
        }
        return new BooleanColumn(out, Nulls.union(arguments[0].nulls(), arguments[1].nulls()));
    }
}
