// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.comparison.Comparisons;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Moves a constant factor to the other side of a comparison: {@code 0.908 * price > 1000000} becomes {@code price > 1101321}, for an integer price. Only where the
 * product can't overflow, and so can't fail, and where both sides are exact.
 */
final class FactorIsolation {

    private FactorIsolation() {}

    /** The comparison without the factor, or the call as it is. */
    static Call apply(Call call) {
        if (call.arguments().size() != 2) {
            return call;
        }
        Expression left = call.arguments().get(0);
        Expression right = call.arguments().get(1);
        if (left instanceof Call product && right instanceof Literal bound) {
            return isolated(call, product, call.function(), bound);
        } else if (right instanceof Call product && left instanceof Literal bound) {
            return isolated(call, product, Comparisons.mirrored(call.function()), bound);
        }
        return call;
    }

    private static Call isolated(Call call, Call product, BuiltinFunction comparison, Literal bound) {
        if (product.function() != BuiltinFunction.MULTIPLY) {
            return call;
        }
        boolean first = product.arguments().get(0) instanceof Literal;
        Expression variable = product.arguments().get(first ? 1 : 0);
        BigDecimal factor = exact(product.arguments().get(first ? 0 : 1));
        BigDecimal limit = exact(bound);
        boolean oneScale = bound.type().scale() == product.type().scale();
        if (factor == null || limit == null || !oneScale || !isTotal(product.type(), variable.type(), factor)) {
            return call;
        }
        // Of stored numbers: variable * factor <comparison> limit, as the scales of the operands add up to that of the
        // product.
        BigInteger[] quotient =
                limit.setScale(product.type().scale()).unscaledValue().divideAndRemainder(factor.unscaledValue());
        BigInteger isolated = rounded(quotient, comparison);
        if (isolated == null || isolated.bitLength() >= Long.SIZE) {
            return call;
        }
        Type type = variable.type();
        Object value = type.kind() == TypeKind.DECIMAL
                ? new BigDecimal(isolated, type.scale())
                : (Object) isolated.longValue();
        return new Call(comparison, List.of(variable, new Literal(value, type)), call.type(), call.source());
    }

    /** Whether the product has room for every value of the variable, and its scale is the sum of theirs. */
    private static boolean isTotal(Type product, Type variable, BigDecimal factor) {
        boolean exact = variable.kind().isInteger() || variable.kind() == TypeKind.DECIMAL;
        return exact
                && variable.storage() == Storage.LONG
                && product.kind() == TypeKind.DECIMAL
                && factor.signum() > 0
                && product.scale() == variable.scale() + factor.scale()
                && product.precision() >= Decimals.integerDigits(variable) + variable.scale() + factor.precision();
    }

    /** The quotient rounded to where the comparison has the same answer for all integers, or null for an equality that has no such place. */
    private static @Nullable BigInteger rounded(BigInteger[] quotient, BuiltinFunction comparison) {
        int remainder = quotient[1].signum();
        return switch (comparison) {
            case GREATER, LESS_OR_EQUAL -> remainder < 0 ? quotient[0].subtract(BigInteger.ONE) : quotient[0];
            case LESS, GREATER_OR_EQUAL -> remainder > 0 ? quotient[0].add(BigInteger.ONE) : quotient[0];
            case EQUAL, NOT_EQUAL -> remainder == 0 ? quotient[0] : null;
            default -> null;
        };
    }

    private static @Nullable BigDecimal exact(Expression expression) {
        Object value = expression instanceof Literal literal ? literal.value() : null;
        if (value instanceof Long number) {
            return BigDecimal.valueOf(number);
        }
        return value instanceof BigDecimal number ? number : null;
    }
}
