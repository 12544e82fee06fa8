// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.ScalarCall;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.function.Decimals;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites an expression into an equivalent one that runs faster: calls of literals become literals, NOT moves to where
 * a comparison swallows it, and a widening cast to a decimal of 128 bits goes where the function takes the narrow value
 * as well.
 */
final class Simplifier {

    private static final ChangeBatch ONE_ROW = ChangeBatch.inserts(1, new Column[0], 0, Watermarks.absent());
    private static final Tick NO_TICK = new Tick(0, 0, 0);

    private final ZoneId zone;

    Simplifier(ZoneId zone) {
        this.zone = zone;
    }

    Expression simplify(Expression expression) {
        if (expression instanceof Call call) {
            return simplify(call);
        } else if (expression instanceof ScalarCall call) {
            List<Expression> arguments = simplifyAll(call.arguments());
            ScalarCall simplified = new ScalarCall(call.function(), arguments, call.type(), call.source());
            return call.function().deterministic() && areLiterals(arguments) ? folded(simplified) : simplified;
        }
        return expression;
    }

    private Expression simplify(Call call) {
        if (call.function() == BuiltinFunction.NOT) {
            Expression negated = negated(call.arguments().get(0));
            if (!(negated instanceof Call stillNot && stillNot.function() == BuiltinFunction.NOT)) {
                return simplify(negated);
            }
        } else if (call.function() == BuiltinFunction.IS_FALSE) {
            return simplify(
                    call(BuiltinFunction.IS_TRUE, call, not(call.arguments().get(0))));
        } else if (call.function() == BuiltinFunction.IS_NOT_FALSE) {
            return simplify(
                    call(BuiltinFunction.IS_NOT_TRUE, call, not(call.arguments().get(0))));
        }
        List<Expression> arguments = simplifyAll(call.arguments());
        Call simplified =
                FactorIsolation.apply(new Call(call.function(), fitted(call, arguments), call.type(), call.source()));
        boolean constant = switch (call.function()) {
            case CURRENT_TIMESTAMP, RAND, UUID -> false;
            default -> true;
        };
        return constant && areLiterals(arguments) ? folded(simplified) : simplified;
    }

    private List<Expression> simplifyAll(List<Expression> expressions) {
        List<Expression> simplified = new ArrayList<>();
        for (Expression expression : expressions) {
            simplified.add(simplify(expression));
        }
        return simplified;
    }

    private static boolean areLiterals(List<Expression> expressions) {
        return expressions.stream().allMatch(Literal.class::isInstance);
    }

    /** The call's value as a literal; the call itself if it fails, for it may lie in a branch that no row takes. */
    private Expression folded(Expression call) {
        Evaluation evaluation = new Evaluation(NO_TICK);
        Column column = ExpressionCompiler.compileAsIs(call, zone).evaluate(ONE_ROW, null, 1, evaluation);
        return evaluation.hasFailures() ? call : new Literal(Datum.get(column, 0, call.type()), call.type());
    }

    /** NOT of an expression, moved inwards one step; three-valued logic keeps De Morgan's laws. */
    private static Expression negated(Expression expression) {
        if (!(expression instanceof Call call)) {
            return not(expression);
        }
        return switch (call.function()) {
            case NOT -> call.arguments().get(0);
            case AND -> negatedJunction(BuiltinFunction.OR, call);
            case OR -> negatedJunction(BuiltinFunction.AND, call);
            case EQUAL -> opposite(BuiltinFunction.NOT_EQUAL, call);
            case NOT_EQUAL -> opposite(BuiltinFunction.EQUAL, call);
            case LESS -> opposite(BuiltinFunction.GREATER_OR_EQUAL, call);
            case GREATER_OR_EQUAL -> opposite(BuiltinFunction.LESS, call);
            case GREATER -> opposite(BuiltinFunction.LESS_OR_EQUAL, call);
            case LESS_OR_EQUAL -> opposite(BuiltinFunction.GREATER, call);
            case IS_NULL -> opposite(BuiltinFunction.IS_NOT_NULL, call);
            case IS_NOT_NULL -> opposite(BuiltinFunction.IS_NULL, call);
            case IS_TRUE -> opposite(BuiltinFunction.IS_NOT_TRUE, call);
            case IS_NOT_TRUE -> opposite(BuiltinFunction.IS_TRUE, call);
            case IS_FALSE -> opposite(BuiltinFunction.IS_NOT_FALSE, call);
            case IS_NOT_FALSE -> opposite(BuiltinFunction.IS_FALSE, call);
            case IS_DISTINCT_FROM -> opposite(BuiltinFunction.IS_NOT_DISTINCT_FROM, call);
            case IS_NOT_DISTINCT_FROM -> opposite(BuiltinFunction.IS_DISTINCT_FROM, call);
            default -> not(call);
        };
    }

    private static Expression not(Expression expression) {
        return new Call(BuiltinFunction.NOT, List.of(expression), expression.type());
    }

    private static Expression negatedJunction(BuiltinFunction junction, Call call) {
        return new Call(junction, call.arguments().stream().map(Simplifier::not).toList(), call.type(), call.source());
    }

    private static Expression opposite(BuiltinFunction function, Call call) {
        return new Call(function, call.arguments(), call.type(), call.source());
    }

    private static Expression call(BuiltinFunction function, Call like, Expression argument) {
        return new Call(function, List.of(argument), like.type(), like.source());
    }

    /**
     * The arguments as the function takes them fastest: without casts that only widen, where it takes decimals of mixed
     * precision and scale.
     */
    private List<Expression> fitted(Call call, List<Expression> arguments) {
        return switch (call.function()) {
            case MULTIPLY, DIVIDE ->
                arguments.stream().map(a -> narrowed(a, false)).toList();
            case ADD, SUBTRACT, MOD ->
                arguments.stream()
                        .map(a -> rescaled(narrowed(a, true), call.type()))
                        .toList();
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                arguments.stream().map(a -> narrowed(a, true)).toList();
            default -> arguments;
        };
    }

    private static Expression narrowed(Expression expression, boolean keepScale) {
        Type to = expression.type();
        if (to.storage() != Storage.WIDE) {
            return expression;
        }
        if (expression instanceof Literal literal) {
            boolean small = literal.value() instanceof BigDecimal number
                    && number.precision() <= Type.LONG_DECIMAL_DIGITS_MAX
                    && number.scale() <= Type.LONG_DECIMAL_DIGITS_MAX;
            return small && !keepScale
                    ? new Literal(literal.value(), Type.decimal(Type.LONG_DECIMAL_DIGITS_MAX, to.scale()))
                    : literal;
        }
        if (!(expression instanceof Call cast) || cast.function() != BuiltinFunction.CAST) {
            return expression;
        }
        Expression source = cast.arguments().get(0);
        Type from = source.type();
        boolean lossless = isExact(from)
                && from.scale() <= to.scale()
                && Decimals.integerDigits(from) <= Decimals.integerDigits(to);
        return lossless && (from.scale() == to.scale() || !keepScale) ? source : expression;
    }

    /** The expression with the result's scale, if that needs no rounding and has digits enough. */
    private Expression rescaled(Expression expression, Type result) {
        Type from = expression.type();
        int digits = Decimals.integerDigits(from) + result.scale();
        if (!isExact(from) || from.scale() >= result.scale() || digits > Type.DECIMAL_DIGITS_MAX) {
            return expression;
        }
        Type to = Type.decimal(digits, result.scale()).withNullable(from.nullable());
        return simplify(new Call(BuiltinFunction.CAST, List.of(expression), to));
    }

    private static boolean isExact(Type type) {
        return type.kind().isInteger() || type.kind() == TypeKind.DECIMAL;
    }
}
