// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;

/** Which expressions may fail on a row. In doubt one does: that costs old rows that nobody would have needed, the contrary stale rows. */
final class Failures {

    private Failures() {}

    static boolean canFail(Expression expression) {
        if (expression instanceof InputRef || expression instanceof Literal) {
            return false;
        }
        return !(expression instanceof Call call)
                || fails(call)
                || call.arguments().stream().anyMatch(Failures::canFail);
    }

    private static boolean fails(Call call) {
        return switch (call.function()) {
            case AND,
                    OR,
                    NOT,
                    IS_NULL,
                    IS_NOT_NULL,
                    IS_TRUE,
                    IS_NOT_TRUE,
                    IS_FALSE,
                    IS_NOT_FALSE,
                    EQUAL,
                    NOT_EQUAL,
                    LESS,
                    LESS_OR_EQUAL,
                    GREATER,
                    GREATER_OR_EQUAL,
                    IS_DISTINCT_FROM,
                    IS_NOT_DISTINCT_FROM,
                    CASE,
                    COALESCE,
                    NULLIF,
                    LEAST,
                    GREATEST,
                    TRY_CAST,
                    UPPER,
                    LOWER,
                    CHAR_LENGTH,
                    OCTET_LENGTH,
                    CONCAT,
                    TRIM,
                    LTRIM,
                    RTRIM,
                    POSITION,
                    REPLACE,
                    STARTS_WITH,
                    ENDS_WITH,
                    REVERSE,
                    ARRAY,
                    ROW,
                    ROW_FIELD,
                    ARRAY_ITEM,
                    MAP_ITEM,
                    CARDINALITY,
                    ARRAY_CONTAINS,
                    CURRENT_TIMESTAMP,
                    RAND,
                    UUID -> false;
            case CAST -> !hasEveryValue(call.type(), call.arguments().get(0).type());
            default -> true;
        };
    }

    /** Whether the type {@code to} has a value for every value of {@code from}. */
    private static boolean hasEveryValue(Type to, Type from) {
        boolean whole =
                to.kind().isInteger() && from.kind().isInteger() && to.kind().compareTo(from.kind()) >= 0;
        return whole
                || to.kind().isText()
                || (to.kind() == TypeKind.DOUBLE && from.kind().isNumeric());
    }
}
