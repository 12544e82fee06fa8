// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.logic;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;

/** {@code IS [NOT] TRUE} and {@code IS [NOT] FALSE}: never NULL. */
public final class TruthTest extends Predicate {

    private final boolean truth;
    private final boolean negated;

    /**
     * @param truth the truth value asked for
     * @param negated whether the answer is turned round
     */
    public TruthTest(boolean truth, boolean negated) {
        this.truth = truth;
        this.negated = negated;
    }

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        BooleanColumn argument = (BooleanColumn) arguments[0];
        boolean[] values = argument.values();
        long[] nulls = argument.nulls();
        if (nulls == null && truth != negated) {
            return argument;
        }
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = (values[row] == truth && !Nulls.get(nulls, row)) != negated;
        }
        return new BooleanColumn(out, null);
    }
}
