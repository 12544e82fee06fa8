// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;

/** Which types can be cast to which. */
public final class PossibleCasts {

    private enum Family {
        NUMBER,
        TEXT,
        BINARY,
        BOOLEAN,
        DATE_TIME,
        TIME,
        YEAR_MONTH,
        DAY_TIME,
        NULL;

        static Family of(TypeKind kind) {
            return switch (kind) {
                case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, FLOAT, DOUBLE -> NUMBER;
                case CHAR, VARCHAR -> TEXT;
                case BINARY, VARBINARY -> BINARY;
                case BOOLEAN -> BOOLEAN;
                case DATE, TIMESTAMP, TIMESTAMP_LTZ -> DATE_TIME;
                case TIME -> TIME;
                case INTERVAL_YEAR_MONTH -> YEAR_MONTH;
                case INTERVAL_DAY_TIME -> DAY_TIME;
                case NULL -> NULL;
            };
        }
    }

    private PossibleCasts() {}

    /** Whether {@code CAST} knows the way. */
    public static boolean isPossible(Type from, Type to) {
        Family source = Family.of(from.kind());
        Family target = Family.of(to.kind());
        boolean timeOfTimestamp = (source == Family.DATE_TIME && target == Family.TIME && from.kind() != TypeKind.DATE)
                || (source == Family.TIME && target == Family.DATE_TIME && to.kind() != TypeKind.DATE);
        boolean truth = (source == Family.BOOLEAN && target == Family.NUMBER)
                || (source == Family.NUMBER && target == Family.BOOLEAN);
        return isAssignable(from, to) || timeOfTimestamp || truth;
    }

    /** Whether an INSERT may cast without being told to: within one family, and between text and everything. */
    public static boolean isAssignable(Type from, Type to) {
        Family source = Family.of(from.kind());
        Family target = Family.of(to.kind());
        return source == target || source == Family.NULL || source == Family.TEXT || target == Family.TEXT;
    }
}
