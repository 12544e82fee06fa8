// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.comparison;

import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Predicate;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Picks the body of a comparison. */
public final class Comparisons {

    private static final int MICROS_DIGITS = 6;
    private static final int NANOS_DIGITS = 9;

    private Comparisons() {}

    /** The body of a call of EQUAL to IS_NOT_DISTINCT_FROM. */
    public static Predicate of(Call call) {
        Type left = call.arguments().get(0).type();
        Type right = call.arguments().get(1).type();
        return switch (call.function()) {
            case IS_DISTINCT_FROM -> new Distinctness(columns(BuiltinFunction.EQUAL, left, right), false);
            case IS_NOT_DISTINCT_FROM -> new Distinctness(columns(BuiltinFunction.EQUAL, left, right), true);
            default -> columns(call.function(), left, right);
        };
    }

    /** LEAST or GREATEST. */
    public static VectorFunction extreme(Call call) {
        BuiltinFunction beats =
                call.function() == BuiltinFunction.LEAST ? BuiltinFunction.LESS : BuiltinFunction.GREATER;
        return new Extreme(columns(beats, call.type(), call.type()));
    }

    /** Equality of two columns of the given types. */
    public static Predicate equality(Type left, Type right) {
        return columns(BuiltinFunction.EQUAL, left, right);
    }

    /** The comparison that asks the same with the operands in the other order; other functions as they are. */
    public static BuiltinFunction mirrored(BuiltinFunction function) {
        return switch (function) {
            case LESS -> BuiltinFunction.GREATER;
            case LESS_OR_EQUAL -> BuiltinFunction.GREATER_OR_EQUAL;
            case GREATER -> BuiltinFunction.LESS;
            case GREATER_OR_EQUAL -> BuiltinFunction.LESS_OR_EQUAL;
            default -> function;
        };
    }

    /**
     * The comparison of a value with a literal as a test of the value alone, or null if there is no fast one.
     *
     * @param function the comparison, of the value with the literal in that order
     * @param subject the value's type
     */
    public static @Nullable Predicate withLiteral(BuiltinFunction function, Type subject, Literal literal) {
        Object value = literal.value();
        return value != null && isOrdering(function) && scale(subject) == scale(literal.type())
                ? withLiteral(function, subject, literal.type(), value)
                : null;
    }

    private static boolean isOrdering(BuiltinFunction function) {
        return switch (function) {
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
            default -> false;
        };
    }

    private static @Nullable Predicate withLiteral(BuiltinFunction comparison, Type subject, Type type, Object value) {
        return switch (subject.storage()) {
            case LONG -> {
                Long constant = longValue(value, subject);
                yield constant == null ? null : LongBetween.of(comparison, constant);
            }
            case DOUBLE -> DoubleBetween.of(comparison, (Double) value);
            case WIDE ->
                WideBetween.of(
                        comparison,
                        ((BigDecimal) value).setScale(subject.scale()).unscaledValue());
            case BYTES -> {
                boolean equality = comparison == BuiltinFunction.EQUAL || comparison == BuiltinFunction.NOT_EQUAL;
                yield equality && !isPadded(subject, type)
                        ? BytesIn.of(Datum.toBytes(value, type), comparison == BuiltinFunction.NOT_EQUAL)
                        : null;
            }
            case BOOLEAN -> null;
        };
    }

    private static @Nullable Long longValue(Object value, Type type) {
        if (value instanceof Long number) {
            return number;
        }
        BigDecimal decimal = (BigDecimal) value;
        BigInteger unscaled = decimal.setScale(type.scale()).unscaledValue();
        return unscaled.bitLength() < Long.SIZE ? unscaled.longValue() : null;
    }

    private static Predicate columns(BuiltinFunction function, Type left, Type right) {
        Comparison comparison = Comparison.of(function);
        if (scale(left) != scale(right)) {
            return new MixedScaleComparison(comparison, scale(left), scale(right));
        }
        if (left.storage() == Storage.WIDE || right.storage() == Storage.WIDE) {
            return new WideComparison(comparison);
        }
        return switch (left.storage()) {
            case LONG, WIDE -> new LongComparison(comparison);
            case DOUBLE -> new DoubleComparison(comparison);
            case BOOLEAN -> new BooleanComparison(comparison);
            case BYTES -> new BytesComparison(comparison, isPadded(left, right));
        };
    }

    /** How many digits after the point a stored value counts: of a decimal, or of a timestamp's second. */
    private static int scale(Type type) {
        if (!type.kind().isTimestamp()) {
            return type.scale();
        }
        return type.precision() > MICROS_DIGITS ? NANOS_DIGITS : MICROS_DIGITS;
    }

    private static boolean isPadded(Type left, Type right) {
        return left.kind() == TypeKind.CHAR && right.kind() == TypeKind.CHAR && left.precision() != right.precision();
    }
}
