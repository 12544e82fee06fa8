// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes conversions explicit, as the kernels want them: casts where the stored form changes, none where it does not, constants converted at once. */
final class Conversions {

    private static final int INTEGER_DIGITS_MAX = 19;
    private static final int TIMESTAMP_DIGITS = 6;
    private static final long SECONDS_PER_DAY = 86_400;

    private Conversions() {}

    /** The expression as a value of {@code type}: as it is where the kernels take the one for the other, else by a CAST. */
    static Expression to(Expression expression, Type type) {
        Type from = expression.type();
        if (isSame(from, type)) {
            return expression;
        }
        Literal converted = expression instanceof Literal literal ? convert(literal, type) : null;
        if (converted != null) {
            return converted;
        }
        return isStoredAlike(from, type) ? expression : cast(expression, type);
    }

    /** The expression as a value of exactly that type, up to nullability. */
    static Expression exactly(Expression expression, Type type) {
        if (isSame(expression.type(), type)) {
            return expression;
        }
        Literal converted = expression instanceof Literal literal ? convert(literal, type) : null;
        return converted == null ? cast(expression, type) : converted;
    }

    /** What a cast that loses nothing was applied to: values compare the same before and after it. */
    static Expression withoutWidening(Expression expression) {
        if (!(expression instanceof Call call) || call.function() != BuiltinFunction.CAST) {
            return expression;
        }
        Expression inner = call.arguments().get(0);
        Type from = inner.type();
        Type to = call.type();
        boolean widened = switch (to.kind()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT ->
                from.kind().isInteger() && from.kind().compareTo(to.kind()) <= 0;
            case DECIMAL ->
                from.kind() == TypeKind.DECIMAL && from.scale() <= to.scale() && wholeDigits(from) <= wholeDigits(to);
            case VARCHAR -> from.kind().isText() && from.precision() <= to.precision();
            case TIMESTAMP, TIMESTAMP_LTZ -> from.kind() == to.kind() && from.precision() <= to.precision();
            default -> false;
        };
        return widened ? inner : expression;
    }

    /**
     * Two values as they are compared in a common type: decimals of one scale are as they are, whatever their digits. Numbers and timestamps that the common type
     * may have no room for are not converted to it; of those the kernels compare two scales.
     */
    static List<Expression> comparable(Expression left, Expression right, Type common) {
        if (isExact(left.type())
                && isExact(right.type())
                && digits(left.type(), right.type()) > Type.DECIMAL_DIGITS_MAX) {
            return List.of(constantAs(left, right.type()), constantAs(right, left.type()));
        }
        return List.of(comparable(left, common), comparable(right, common));
    }

    private static Expression comparable(Expression expression, Type common) {
        Type type = expression.type();
        boolean decimals = type.kind() == TypeKind.DECIMAL && common.kind() == TypeKind.DECIMAL;
        if (decimals && type.scale() == common.scale()) {
            return expression;
        }
        boolean coarser = isDateOrTimestamp(type)
                && common.precision() > TIMESTAMP_DIGITS
                && type.precision() <= TIMESTAMP_DIGITS;
        if (coarser) {
            Expression constant = constantAs(expression, common);
            return constant == expression
                    ? to(expression, new Type(common.kind(), TIMESTAMP_DIGITS, 0, true))
                    : constant;
        }
        return to(expression, common);
    }

    /** A constant as one of {@code type} if it is exactly one, anything else as it is. */
    private static Expression constantAs(Expression expression, Type type) {
        Literal converted =
                expression instanceof Literal literal && literal.type().scale() <= type.scale()
                        ? convert(literal, type)
                        : null;
        return converted == null ? expression : converted;
    }

    private static boolean isExact(Type type) {
        return type.kind().isInteger() || type.kind() == TypeKind.DECIMAL;
    }

    /** How many digits a decimal needs to hold all of two exact numbers. */
    private static int digits(Type left, Type right) {
        return Math.max(wholeDigits(left), wholeDigits(right)) + Math.max(left.scale(), right.scale());
    }

    private static Expression cast(Expression expression, Type type) {
        return new Call(
                BuiltinFunction.CAST,
                List.of(expression),
                type.withNullable(expression.type().nullable()));
    }

    private static boolean isSame(Type from, Type to) {
        return from.withNullable(true).equals(to.withNullable(true));
    }

    /** Whether kernels read both the same: one kind, one scale, one unit of time. */
    static boolean isStoredAlike(Type from, Type to) {
        return from.isStoredAs(to);
    }

    /** The type in which two values are compared, or null if they can't be. A constant is padded with blanks where a CHAR is. */
    static @Nullable Type common(Expression left, Expression right) {
        boolean padded = (left.type().kind() == TypeKind.CHAR && right instanceof Literal)
                || (right.type().kind() == TypeKind.CHAR && left instanceof Literal);
        if (padded && left.type().kind().isText() && right.type().kind().isText()) {
            return new Type(
                    TypeKind.CHAR,
                    Math.max(left.type().precision(), right.type().precision()),
                    0,
                    true);
        }
        return common(left.type(), right.type());
    }

    /** The type in which values of two types are compared, or null if they can't be. */
    static @Nullable Type common(Type left, Type right) {
        TypeKind a = left.kind();
        TypeKind b = right.kind();
        if (a == TypeKind.NULL || b == TypeKind.NULL) {
            return a == TypeKind.NULL ? right : left;
        }
        if (a.isNumeric() && b.isNumeric()) {
            return commonNumber(left, right);
        }
        if (a.isText() && b.isText()) {
            return a == TypeKind.CHAR && b == TypeKind.CHAR
                    ? widest(left, right)
                    : Type.varchar(Math.max(left.precision(), right.precision()));
        }
        if (a.isBinary() && b.isBinary()) {
            return new Type(TypeKind.VARBINARY, Math.max(left.precision(), right.precision()), 0, true);
        }
        if (a.isNested() && a == b) {
            return commonParts(left, right);
        }
        if (a == b) {
            return widest(left, right);
        }
        return commonTime(left, right);
    }

    /** The nested type whose parts are common to those of both; named as the first. */
    private static @Nullable Type commonParts(Type left, Type right) {
        if (left.fields().size() != right.fields().size()) {
            return null;
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < left.fields().size(); i++) {
            Field field = left.fields().get(i);
            Type other = right.fields().get(i).type();
            Type common = common(field.type(), other);
            if (common == null) {
                return null;
            }
            boolean nullable = field.type().nullable() || other.nullable();
            fields.add(new Field(field.name(), common.withNullable(nullable)));
        }
        return new Type(left.kind(), 0, 0, true, fields);
    }

    private static Type commonNumber(Type left, Type right) {
        if (left.kind() == right.kind() && left.kind() != TypeKind.DECIMAL) {
            return left;
        }
        if (left.kind().isFloating() || right.kind().isFloating()) {
            return Type.DOUBLE;
        }
        if (left.kind().isInteger() && right.kind().isInteger()) {
            return left.kind().compareTo(right.kind()) > 0 ? left : right;
        }
        return Type.decimal(
                Math.min(Type.DECIMAL_DIGITS_MAX, digits(left, right)), Math.max(left.scale(), right.scale()));
    }

    private static @Nullable Type commonTime(Type left, Type right) {
        boolean times = isDateOrTimestamp(left) && isDateOrTimestamp(right);
        if (!times) {
            return null;
        }
        int digits = Math.max(TIMESTAMP_DIGITS, Math.max(left.precision(), right.precision()));
        boolean zoned = left.kind() == TypeKind.TIMESTAMP_LTZ || right.kind() == TypeKind.TIMESTAMP_LTZ;
        return zoned ? Type.timestampLtz(digits) : Type.timestamp(digits);
    }

    private static boolean isDateOrTimestamp(Type type) {
        return type.kind() == TypeKind.DATE || type.kind().isTimestamp();
    }

    private static Type widest(Type left, Type right) {
        return left.precision() >= right.precision() ? left : right;
    }

    /** The digits before the point that a number of the type can have. */
    static int wholeDigits(Type type) {
        return switch (type.kind()) {
            case TINYINT -> 3;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> INTEGER_DIGITS_MAX;
            default -> type.precision() - type.scale();
        };
    }

    /** The constant as one of another type, or null where that is better left to the kernel, errors included. */
    private static @Nullable Literal convert(Literal literal, Type type) {
        Object value = literal.value();
        if (value == null) {
            return new Literal(null, type.withNullable(true));
        }
        Object converted = null;
        if (value instanceof BigDecimal decimal) {
            converted = number(decimal, type);
        } else if (value instanceof Long whole && literal.type().kind().isInteger()) {
            converted = number(BigDecimal.valueOf(whole), type);
        } else if (value instanceof Long days
                && literal.type().kind() == TypeKind.DATE
                && type.kind() == TypeKind.TIMESTAMP) {
            converted = midnight(days, type);
        } else if (value instanceof Long units
                && literal.type().kind() == type.kind()
                && type.kind().isTimestamp()) {
            converted = widened(units, literal.type(), type);
        } else if (value instanceof String text && type.kind().isText()) {
            converted = text(text, type);
        } else if (value instanceof String text && isPlain(type)) {
            converted = parsed(text, type);
        } else if (value instanceof Double && type.kind() == TypeKind.DOUBLE) {
            converted = value;
        }
        return converted == null ? null : new Literal(converted, type.withNullable(false));
    }

    private static @Nullable Long midnight(long days, Type type) {
        long unitsPerDay = SECONDS_PER_DAY * type.unitsPerSecond();
        return Math.abs(days) < Long.MAX_VALUE / unitsPerDay ? days * unitsPerDay : null;
    }

    /** A point in time with as many digits or more, or null if it does not fit. */
    private static @Nullable Long widened(long units, Type from, Type to) {
        if (from.precision() > to.precision()) {
            return null;
        }
        long factor = to.unitsPerSecond() / from.unitsPerSecond();
        return Math.abs(units) < Long.MAX_VALUE / factor ? units * factor : null;
    }

    /** A text as one of another length, padded with blanks as a CHAR; null where it would be cut. */
    private static @Nullable String text(String text, Type type) {
        int missing = type.precision() - text.codePointCount(0, text.length());
        if (missing < 0) {
            return null;
        }
        return type.kind() == TypeKind.CHAR ? text + " ".repeat(missing) : text;
    }

    /** Whether a text means the same in every session. */
    private static boolean isPlain(Type type) {
        return type.kind().isNumeric()
                || switch (type.kind()) {
                    case BOOLEAN, DATE, TIME, TIMESTAMP -> true;
                    default -> false;
                };
    }

    private static @Nullable Object parsed(String text, Type type) {
        try {
            return ValueText.parse(text, type, ZoneOffset.UTC);
        } catch (EngineException failsWhenARowNeedsIt) {
            return null;
        }
    }

    private static @Nullable Object number(BigDecimal value, Type type) {
        if (type.kind() == TypeKind.DOUBLE) {
            return value.doubleValue();
        }
        if (type.kind() == TypeKind.DECIMAL) {
            BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
            return scaled.precision() <= type.precision() ? scaled : null;
        }
        if (!type.kind().isInteger() || value.stripTrailingZeros().scale() > 0) {
            return null;
        }
        try {
            return switch (type.kind()) {
                case TINYINT -> (long) value.byteValueExact();
                case SMALLINT -> (long) value.shortValueExact();
                case INTEGER -> (long) value.intValueExact();
                default -> value.longValueExact();
            };
        } catch (ArithmeticException outOfRange) {
            return null;
        }
    }

    /** The error for two types that nothing compares. */
    static EngineException incomparable(Type left, Type right) {
        return new EngineException(ErrorCode.INVALID_QUERY, left.name() + " can't be compared with " + right.name());
    }
}
