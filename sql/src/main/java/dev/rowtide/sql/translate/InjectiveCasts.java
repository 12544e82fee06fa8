// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;

/** Casts, and the like, that give different values for different ones, so that a key stays one. */
final class InjectiveCasts {

    private static final int FLOAT_BITS = 24;
    private static final int DOUBLE_BITS = 53;

    private InjectiveCasts() {}

    /** The input column that an expression passes on, as it is or through such casts; -1 if it is something else. */
    static int column(Expression expression) {
        if (expression instanceof InputRef ref) {
            return ref.index();
        }
        return expression instanceof Call call && isInjective(call)
                ? column(call.arguments().get(0))
                : -1;
    }

    private static boolean isInjective(Call call) {
        return call.function() == BuiltinFunction.DATE_TEXT
                || (call.function() == BuiltinFunction.CAST
                        && isInjective(call.arguments().get(0).type(), call.type()));
    }

    private static boolean isInjective(Type from, Type to) {
        return switch (to.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT ->
                from.kind().isInteger() && from.kind().compareTo(to.kind()) <= 0;
            case DECIMAL -> isExact(from) && from.scale() <= to.scale() && hasDigits(from, to);
            case FLOAT -> from.kind() == TypeKind.FLOAT || bits(from) <= FLOAT_BITS;
            case DOUBLE -> from.kind().isFloating() || bits(from) <= DOUBLE_BITS;
            case CHAR -> from.kind() == TypeKind.CHAR && from.precision() <= to.precision();
            // A date may have no midnight of its own in a time zone.
            case TIMESTAMP ->
                from.kind() == TypeKind.DATE
                        || (from.kind() == TypeKind.TIMESTAMP && from.precision() <= to.precision());
            case VARCHAR -> from.kind().isText() && from.precision() <= to.precision();
            case VARBINARY -> from.kind().isBinary() && from.precision() <= to.precision();
            case TIME, TIMESTAMP_LTZ -> from.kind() == to.kind() && from.precision() <= to.precision();
            default -> from.kind() == to.kind() && from.precision() == to.precision() && from.scale() == to.scale();
        };
    }

    private static boolean isExact(Type type) {
        return type.kind().isInteger() || type.kind() == TypeKind.DECIMAL;
    }

    private static boolean hasDigits(Type from, Type to) {
        return Conversions.wholeDigits(from) <= Conversions.wholeDigits(to);
    }

    /** How many bits the magnitude of a whole number has at most. */
    private static int bits(Type type) {
        return switch (type.kind()) {
            case TINYINT -> Byte.SIZE;
            case SMALLINT -> Short.SIZE;
            case INTEGER -> Integer.SIZE;
            default -> Integer.MAX_VALUE;
        };
    }
}
