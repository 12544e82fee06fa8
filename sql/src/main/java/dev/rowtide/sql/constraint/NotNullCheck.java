// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.constraint;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** That a column is not NULL. */
public final class NotNullCheck extends RowCheck {

    private final boolean leavesOut;

    NotNullCheck(String table, String column, NotNullEnforcer enforcer) {
        super(table, column);
        leavesOut = enforcer == NotNullEnforcer.DROP;
    }

    @Override
    public String name() {
        return "NOT_NULL";
    }

    @Override
    public String callText(List<String> arguments) {
        return "CHECK(" + arguments.get(0) + " IS NOT NULL)";
    }

    @Override
    public boolean leavesOut() {
        return leavesOut;
    }

    @Override
    boolean allPass(Column column, int @Nullable [] selection, int size) {
        if (column.nulls() == null) {
            return true;
        }
        for (int i = 0; i < size; i++) {
            if (column.isNull(selection == null ? i : selection[i])) {
                return false;
            }
        }
        return true;
    }

    /** @throws EngineException {@code NOT_NULL_VIOLATION} for NULL */
    @Override
    public Object apply(@Nullable Object[] arguments) {
        if (arguments[0] == null) {
            throw new EngineException(ErrorCode.NOT_NULL_VIOLATION, where() + " is NOT NULL, the row has NULL")
                    .withDetail("in the INSERT")
                    .withHint("SET 'table.exec.sink.not-null-enforcer' = 'drop' counts such rows and leaves them out.");
        }
        return true;
    }
}
