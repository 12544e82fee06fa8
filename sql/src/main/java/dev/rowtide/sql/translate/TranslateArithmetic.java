// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/**
 * Sums, products and quotients: their arguments in the form that the kernels add and multiply without looking at types.
 */
final class TranslateArithmetic {

    private final TranslateExpression translate;

    TranslateArithmetic(TranslateExpression translate) {
        this.translate = translate;
    }

    /** The call by a kernel, or null if none computes it. */
    @Nullable
    Expression of(BuiltinFunction function, RexCall call, Type result) {
        List<Expression> arguments = translate.all(call.getOperands());
        List<Expression> prepared;
        if (TimeFunctions.isInterval(result)) {
            prepared = ofIntervals(function, arguments);
            Literal constant = prepared == null ? null : constantMultiple(function, prepared, result);
            if (constant != null) {
                return constant;
            }
        } else if (!result.kind().isNumeric() || !arguments.stream().allMatch(argument -> isNumber(argument.type()))) {
            prepared = null;
        } else if (result.kind() == TypeKind.DECIMAL) {
            prepared = arguments.stream()
                    .map(argument -> decimal(function, argument, result))
                    .toList();
        } else if (function == BuiltinFunction.MOD) {
            prepared = ofRemainder(arguments, result);
        } else {
            prepared = arguments.stream()
                    .map(argument -> Conversions.to(argument, result))
                    .toList();
        }
        return prepared == null ? null : translate.call(function, prepared, result, call);
    }

    private static boolean isNumber(Type type) {
        return type.kind().isNumeric() || type.kind() == TypeKind.NULL;
    }

    /**
     * Sums and remainders get one scale, which is then the kernels' addition of whole numbers. Products and quotients
     * need none, and take whole numbers as they are: as decimals, a BIGINT would need 128 bits.
     */
    private static Expression decimal(BuiltinFunction function, Expression argument, Type result) {
        boolean whole = argument.type().kind().isInteger();
        if (function == BuiltinFunction.MULTIPLY || function == BuiltinFunction.DIVIDE) {
            return argument.type().kind() == TypeKind.NULL ? Conversions.to(argument, result) : argument;
        }
        int precision = Conversions.wholeDigits(argument.type()) + result.scale();
        boolean fits = precision <= Type.DECIMAL_DIGITS_MAX && argument.type().scale() <= result.scale();
        Type aligned = fits ? Type.decimal(Math.max(1, precision), result.scale()) : argument.type();
        return whole || fits ? Conversions.to(argument, aligned) : argument;
    }

    /** A remainder has the divisor's type, and is computed in the wider one. */
    private static @Nullable List<Expression> ofRemainder(List<Expression> arguments, Type result) {
        Type wider =
                Conversions.common(arguments.get(0).type(), arguments.get(1).type());
        if (wider == null || wider.kind().isFloating() != result.kind().isFloating()) {
            return null;
        }
        return arguments.stream()
                .map(argument -> Conversions.to(argument, wider))
                .toList();
    }

    private static @Nullable List<Expression> ofIntervals(BuiltinFunction function, List<Expression> arguments) {
        boolean scaled = function == BuiltinFunction.MULTIPLY || function == BuiltinFunction.DIVIDE;
        boolean fits = scaled
                ? arguments.stream()
                        .allMatch(argument -> TimeFunctions.isInterval(argument.type())
                                || argument.type().kind().isInteger())
                : arguments.stream().allMatch(argument -> TimeFunctions.isInterval(argument.type()));
        return fits ? arguments : null;
    }

    /** {@code INTERVAL '1' DAY * 3}, which TIMESTAMPADD makes of its unit. */
    private static @Nullable Literal constantMultiple(
            BuiltinFunction function, List<Expression> arguments, Type result) {
        boolean constant = function == BuiltinFunction.MULTIPLY
                && arguments.get(0) instanceof Literal left
                && left.value() instanceof Long
                && arguments.get(1) instanceof Literal right
                && right.value() instanceof Long;
        if (!constant) {
            return null;
        }
        long left = (Long) Objects.requireNonNull(((Literal) arguments.get(0)).value());
        long right = (Long) Objects.requireNonNull(((Literal) arguments.get(1)).value());
        long high = Math.multiplyHigh(left, right);
        long low = left * right;
        return high == low >> (Long.SIZE - 1) ? new Literal(low, result.withNullable(false)) : null;
    }
}
