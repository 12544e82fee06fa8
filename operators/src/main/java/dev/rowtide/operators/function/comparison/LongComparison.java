// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;

/** Compares two columns of LONG storage. */
final class LongComparison extends Predicate {

    private final Comparison comparison;

    LongComparison(Comparison comparison) {
        this.comparison = comparison;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        long[] left = ((LongColumn) arguments[comparison.swapped() ? 1 : 0]).values();
        long[] right = ((LongColumn) arguments[comparison.swapped() ? 0 : 1]).values();
        int flip = comparison.negated() ? 1 : 0;
        boolean[] out = new boolean[rows.bound()];
        if (comparison.equality()) {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = rows.row(i);
                out[row] = (Bits.equal(left[row], right[row]) ^ flip) != 0;
            }
        } else {
            for (int i = 0, n = rows.size(); i < n; i++) {
                int row = rows.row(i);
                out[row] = (Bits.less(left[row], right[row]) ^ flip) != 0;
            }
        }
        return new BooleanColumn(out, Nulls.union(arguments[0].nulls(), arguments[1].nulls()));
    }
}
