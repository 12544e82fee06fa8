// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Evaluates expressions one row at a time over boxed values, as plainly as can be: the model that kernels are compared with. */
final class BoxedEvaluator {

    private BoxedEvaluator() {}

    /** The value for a row; throws {@link EngineException} where the expression fails. */
    static @Nullable Object evaluate(Expression expression, List<@Nullable Object> row) {
        if (expression instanceof InputRef reference) {
            return row.get(reference.index());
        } else if (expression instanceof Literal literal) {
            return literal.value();
        }
        Call call = (Call) expression;
        return switch (call.function()) {
            case AND -> junction(call, row, false);
            case OR -> junction(call, row, true);
            case CASE -> caseOf(call, row);
            case COALESCE -> coalesce(call, row);
            default -> strict(call, row);
        };
    }

    private static @Nullable Object junction(Call call, List<@Nullable Object> row, boolean decisive) {
        boolean unknown = false;
        for (Expression argument : call.arguments()) {
            Object value = evaluate(argument, row);
            if (value == null) {
                unknown = true;
            } else if ((Boolean) value == decisive) {
                return decisive;
            }
        }
        return unknown ? null : !decisive;
    }

    private static @Nullable Object caseOf(Call call, List<@Nullable Object> row) {
        List<Expression> arguments = call.arguments();
        for (int i = 0; i + 1 < arguments.size(); i += 2) {
            if (Boolean.TRUE.equals(evaluate(arguments.get(i), row))) {
                return evaluate(arguments.get(i + 1), row);
            }
        }
        return evaluate(arguments.get(arguments.size() - 1), row);
    }

    private static @Nullable Object coalesce(Call call, List<@Nullable Object> row) {
        for (Expression argument : call.arguments()) {
            Object value = evaluate(argument, row);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private static @Nullable Object strict(Call call, List<@Nullable Object> row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (Expression argument : call.arguments()) {
            values.add(evaluate(argument, row));
        }
        Object first = values.get(0);
        switch (call.function()) {
            case IS_NULL -> {
                return first == null;
            }
            case IS_NOT_NULL -> {
                return first != null;
            }
            case IS_TRUE -> {
                return Boolean.TRUE.equals(first);
            }
            case IS_NOT_TRUE -> {
                return !Boolean.TRUE.equals(first);
            }
            case IS_FALSE -> {
                return Boolean.FALSE.equals(first);
            }
            case IS_NOT_FALSE -> {
                return !Boolean.FALSE.equals(first);
            }
            case IS_DISTINCT_FROM -> {
                return !isSame(first, values.get(1));
            }
            case IS_NOT_DISTINCT_FROM -> {
                return isSame(first, values.get(1));
            }
            case NULLIF -> {
                return first != null && values.get(1) != null && compare(first, values.get(1)) == 0 ? null : first;
            }
            default -> {
                return values.contains(null) ? null : defined(call, values);
            }
        }
    }

    private static boolean isSame(@Nullable Object a, @Nullable Object b) {
        return a == null || b == null ? a == b : compare(a, b) == 0;
    }

    private static Object defined(Call call, List<@Nullable Object> values) {
        Object a = values.get(0);
        Object b = values.size() > 1 ? values.get(1) : null;
        return switch (call.function()) {
            case NOT -> !(Boolean) a;
            case EQUAL -> compare(a, b) == 0;
            case NOT_EQUAL -> compare(a, b) != 0;
            case LESS -> compare(a, b) < 0;
            case LESS_OR_EQUAL -> compare(a, b) <= 0;
            case GREATER -> compare(a, b) > 0;
            case GREATER_OR_EQUAL -> compare(a, b) >= 0;
            case LEAST -> values.stream().min(BoxedEvaluator::compare).orElseThrow();
            case GREATEST ->
                values.stream().reduce((x, y) -> compare(y, x) > 0 ? y : x).orElseThrow();
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, MOD, NEGATE, ABS -> arithmetic(call, a, b);
            case CAST -> cast(a, call.arguments().get(0).type(), call.type());
            case UPPER -> ((String) a).toUpperCase(Locale.ROOT);
            case CONCAT -> (String) a + b;
            case TRIM -> ((String) a).replaceAll("^ +| +$", "");
            case REPLACE -> ((String) a).replace((String) b, (String) values.get(2));
            case CHAR_LENGTH -> (long) ((String) a).codePointCount(0, ((String) a).length());
            case STARTS_WITH -> ((String) a).startsWith((String) b);
            default -> throw new IllegalArgumentException(call.function().name());
        };
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        if (a instanceof Double x && b instanceof Double y) {
            return Double.compare(x + 0.0, y + 0.0);
        } else if (a instanceof String x && b instanceof String y) {
            int[] left = x.codePoints().toArray();
            int[] right = y.codePoints().toArray();
            return Arrays.compare(left, right);
        }
        return ((Comparable<Object>) a).compareTo(b);
    }

    private static Object arithmetic(Call call, Object a, @Nullable Object b) {
        if (a instanceof Double x) {
            double y = b == null ? 0 : (Double) b;
            return switch (call.function()) {
                case ADD -> x + y;
                case SUBTRACT -> x - y;
                case MULTIPLY -> x * y;
                case DIVIDE -> x / y;
                case MOD -> x % y;
                case NEGATE -> -x;
                default -> Math.abs(x);
            };
        }
        BigDecimal x = exact(a);
        BigDecimal y = b == null ? BigDecimal.ONE : exact(b);
        if (y.signum() == 0
                && (call.function().name().equals("DIVIDE")
                        || call.function().name().equals("MOD"))) {
            throw new EngineException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
        }
        boolean integer = call.type().kind().isInteger();
        BigDecimal result = switch (call.function()) {
            case ADD -> x.add(y);
            case SUBTRACT -> x.subtract(y);
            case MULTIPLY -> x.multiply(y);
            case DIVIDE -> x.divide(y, call.type().scale(), integer ? RoundingMode.DOWN : RoundingMode.HALF_UP);
            case MOD -> x.remainder(y);
            case NEGATE -> x.negate();
            default -> x.abs();
        };
        return inRange(result, call.type());
    }

    private static BigDecimal exact(Object value) {
        return value instanceof Long number ? BigDecimal.valueOf(number) : (BigDecimal) value;
    }

    private static Object inRange(BigDecimal value, Type type) {
        if (type.kind() == TypeKind.DECIMAL) {
            BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
            if (scaled.precision() > type.precision()) {
                throw new EngineException(ErrorCode.NUMERIC_OUT_OF_RANGE, "out of range");
            }
            return scaled;
        }
        BigDecimal whole = value.setScale(0, RoundingMode.DOWN);
        long max = type.kind() == TypeKind.INTEGER ? Integer.MAX_VALUE : Long.MAX_VALUE;
        if (whole.compareTo(BigDecimal.valueOf(max)) > 0 || whole.compareTo(BigDecimal.valueOf(-max - 1)) < 0) {
            throw new EngineException(ErrorCode.NUMERIC_OUT_OF_RANGE, "out of range");
        }
        return whole.longValueExact();
    }

    private static Object cast(Object value, Type from, Type to) {
        if (to.kind().isText()) {
            return ValueText.format(value, from, ZoneOffset.UTC);
        } else if (from.kind().isText()) {
            return ValueText.parse((String) value, to, ZoneOffset.UTC);
        } else if (to.kind() == TypeKind.DOUBLE) {
            return value instanceof Double ? value : (Object) exact(value).doubleValue();
        } else if (value instanceof Double number) {
            if (number.isNaN() || number.isInfinite()) {
                throw new EngineException(ErrorCode.NUMERIC_OUT_OF_RANGE, "out of range");
            }
            return inRange(BigDecimal.valueOf(number), to);
        }
        return inRange(exact(value), to);
    }
}
