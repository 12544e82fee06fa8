// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;

/** {@code IS [NOT] DISTINCT FROM}: a comparison for which NULL equals NULL and nothing else; never NULL. */
final class Distinctness extends Predicate {

    private final Predicate equality;
    private final boolean negated;

    /** @param negated true for IS NOT DISTINCT FROM */
    Distinctness(Predicate equality, boolean negated) {
        this.equality = equality;
        this.negated = negated;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        boolean[] equal = equality.apply(arguments, rows, failures).values();
        long[] left = arguments[0].nulls();
        long[] right = arguments[1].nulls();
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            boolean leftNull = Nulls.get(left, row);
            boolean distinct = leftNull != Nulls.get(right, row) || (!leftNull && !equal[row]);
            out[row] = distinct != negated;
        }
        return new BooleanColumn(out, null);
    }
}
