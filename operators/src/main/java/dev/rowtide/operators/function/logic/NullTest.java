// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.logic;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;

/** {@code IS [NOT] NULL}, of any type. */
public final class NullTest extends Predicate {

    private final boolean negated;

    /** @param negated true for IS NOT NULL */
    public NullTest(boolean negated) {
        this.negated = negated;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        long[] nulls = arguments[0].nulls();
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = Nulls.get(nulls, row) != negated;
        }
        return new BooleanColumn(out, null);
    }
}
