// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.constraint;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.function.ColumnFunction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A condition on one column of a table that is TRUE for each row, or fails on it. */
public abstract sealed class RowCheck implements ColumnFunction permits NotNullCheck, LengthCheck {

    /** The column for messages, such as {@code column "v" of table "t"}. */
    private final String where;

    RowCheck(String table, String column) {
        where = "column \"" + column + "\" of table \"" + table + "\"";
    }

    /** Whether rows that fail are to be left out, so that the check works as a filter; else they end the job. */
    public boolean leavesOut() {
        return false;
    }

    final String where() {
        return where;
    }

    /** Whether all of the rows pass. */
    abstract boolean allPass(Column column, int @Nullable [] selection, int size);

    @Override
    public Column apply(Column[] arguments, int @Nullable [] selection, int size, int rows) {
        if (!allPass(arguments[0], selection, size)) {
            throw new IllegalStateException("a row fails");
        }
        boolean[] passed = new boolean[rows];
        Arrays.fill(passed, true);
        return new BooleanColumn(passed, null);
    }
}
