// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.logic;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;

/** {@code NOT}: NULL for NULL. */
public final class Negation extends Predicate {

    @Override
    public BooleanColumn apply(Column[] arguments, Rows rows, Failures failures) {
        BooleanColumn argument = (BooleanColumn) arguments[0];
        boolean[] values = argument.values();
        boolean[] out = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = !values[row];
        }
        return new BooleanColumn(out, argument.nulls());
    }
}
