// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import org.jspecify.annotations.Nullable;

/** A function with a BOOLEAN result, which can also pick the rows where it is TRUE without making a column. */
public abstract class Predicate implements VectorFunction {

    @Override
    public abstract BooleanColumn apply(Column[] arguments, Rows rows, Failures failures);

    /**
     * Picks the rows where the predicate is TRUE, not FALSE and not NULL.
     *
     * @param selected takes the rows, rising; has room for all, and may be the array of {@code rows.selection()}
     * @return how many there are
     */
    public int select(Column[] arguments, Rows rows, int[] selected, Failures failures) {
        return selectTrue(apply(arguments, rows, failures), rows, selected);
    }

    /** One predicate for "this and the other", where both look at the same argument, or null where there is none. */
    public @Nullable Predicate and(Predicate other) {
        return null;
    }

    /** One predicate for "this or the other", where both look at the same argument, or null where there is none. */
    public @Nullable Predicate or(Predicate other) {
        return null;
    }

    /** Picks the rows where a column is TRUE; see {@link #select}. */
    @SuppressWarnings("ShortCircuitBoolean") // Without a branch, which data without order would mispredict.
    public static int selectTrue(BooleanColumn column, Rows rows, int[] selected) {
        boolean[] values = column.values();
        long[] nulls = column.nulls();
        int count = 0;
        for (int i = 0, n = rows.size(); i < n; i++) {
            int row = rows.row(i);
            selected[count] = row;
            count += values[row] & !Nulls.get(nulls, row) ? 1 : 0;
        }
        return count;
    }
}
