// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.constraint;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** That a text or binary string has the length of its type: at most for VARCHAR and VARBINARY, exactly for CHAR and BINARY. NULL has any. */
public final class LengthCheck extends RowCheck {

    private final Type type;
    private final boolean fixed;

    LengthCheck(String table, String column, Type type) {
        super(table, column);
        this.type = type;
        fixed = type.kind() == TypeKind.CHAR || type.kind() == TypeKind.BINARY;
    }

    @Override
    public String name() {
        return "LENGTH";
    }

    @Override
    public String callText(List<String> arguments) {
        String function = type.kind().isText() ? "CHAR_LENGTH(" : "OCTET_LENGTH(";
        return "CHECK(" + function + arguments.get(0) + (fixed ? ") = " : ") <= ") + type.precision() + ")";
    }

    /** A text has no more characters than bytes; whether one of more bytes is too long is for the check of its row to say. */
    @Override
    boolean allPass(Column column, int @Nullable [] selection, int size) {
        int[] lengths = ((BytesColumn) column).lengths();
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            if (!column.isNull(row) && (fixed || lengths[row] > type.precision())) {
                return false;
            }
        }
        return true;
    }

    /** @throws EngineException {@code INVALID_CAST} for a value of another length */
    @Override
    public Object apply(@Nullable Object[] arguments) {
        Object value = arguments[0];
        if (value == null) {
            return true;
        }
        int length = value instanceof String text ? text.codePointCount(0, text.length()) : ((byte[]) value).length;
        if (fixed ? length != type.precision() : length > type.precision()) {
            String unit = type.kind().isText() ? " characters" : " bytes";
            throw new EngineException(
                            ErrorCode.INVALID_CAST, where() + " is " + type.name() + ", the row has " + length + unit)
                    .withDetail("in the INSERT")
                    .withHint(
                            "SET 'table.exec.sink.type-length-enforcer' = 'trim-pad' brings values to the column's length.");
        }
        return true;
    }
}
