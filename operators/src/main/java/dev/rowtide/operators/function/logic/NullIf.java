// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.logic;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.NullMask;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** {@code NULLIF}: the first argument, NULL where it equals the second. */
public final class NullIf implements VectorFunction {

    private final Predicate equality;

    /** @param equality of the two arguments */
    public NullIf(Predicate equality) {
        this.equality = equality;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BooleanColumn equal = equality.apply(arguments, rows, failures);
        long[] nulls = NullMask.writable(arguments[0].nulls(), rows.bound());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (equal.values()[row] && !Nulls.get(equal.nulls(), row)) {
                Nulls.set(nulls, row);
            }
        }
        return NullMask.replace(arguments[0], nulls);
    }
}
