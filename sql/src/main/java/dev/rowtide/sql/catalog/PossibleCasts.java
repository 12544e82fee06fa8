// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.catalog;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

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
        ARRAY,
        MAP,
        ROW,
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
                case ARRAY -> ARRAY;
                case MAP -> MAP;
                case ROW -> ROW;
                case NULL -> NULL;
            };
        }
    }

    private PossibleCasts() {}

    /** Whether {@code CAST} knows the way. */
    public static boolean isPossible(Type from, Type to) {
        if (from.kind().isNested() && from.kind() == to.kind()) {
            return eachPart(from, to, PossibleCasts::isPossible);
        }
        Family source = Family.of(from.kind());
        Family target = Family.of(to.kind());
        boolean timeOfTimestamp = (source == Family.DATE_TIME && target == Family.TIME && from.kind() != TypeKind.DATE)
                || (source == Family.TIME && target == Family.DATE_TIME && to.kind() != TypeKind.DATE);
        boolean truth = (source == Family.BOOLEAN && target == Family.NUMBER)
                || (source == Family.NUMBER && target == Family.BOOLEAN);
        return isAssignable(from, to) || timeOfTimestamp || truth;
    }

    /** Whether an INSERT may cast without being told to: within one family, and between text and everything that a text can write. */
    public static boolean isAssignable(Type from, Type to) {
        if (to.kind().isNested()) {
            return from.kind() == TypeKind.NULL
                    || from.kind() == to.kind() && eachPart(from, to, PossibleCasts::isAssignable);
        }
        Family source = Family.of(from.kind());
        Family target = Family.of(to.kind());
        return source == target || source == Family.NULL || source == Family.TEXT || target == Family.TEXT;
    }

    private static boolean eachPart(Type from, Type to, BiPredicate<Type, Type> test) {
        int parts = from.fields().size();
        return parts == to.fields().size()
                && IntStream.range(0, parts)
                        .allMatch(i -> test.test(
                                from.fields().get(i).type(), to.fields().get(i).type()));
    }
}
