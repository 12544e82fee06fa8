// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.error.ErrorCode.DIVISION_BY_ZERO;
import static dev.rowtide.core.function.BuiltinFunction.AND;
import static dev.rowtide.core.function.BuiltinFunction.CASE;
import static dev.rowtide.core.function.BuiltinFunction.COALESCE;
import static dev.rowtide.core.function.BuiltinFunction.DIVIDE;
import static dev.rowtide.core.function.BuiltinFunction.EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.GREATER;
import static dev.rowtide.core.function.BuiltinFunction.NOT;
import static dev.rowtide.core.function.BuiltinFunction.NOT_EQUAL;
import static dev.rowtide.core.function.BuiltinFunction.OR;
import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import java.util.List;
import org.junit.jupiter.api.Test;

class LazinessTest {

    private static final Expression X = new InputRef(0, BIGINT);
    private static final Expression ZERO = new Literal(0L, BIGINT);
    private static final Expression NULL = new Literal(null, BIGINT);
    private static final Expression ONE_BY_X = call(DIVIDE, BIGINT, new Literal(1L, BIGINT), X);
    private static final Expression ONE_BY_X_IS_POSITIVE = call(GREATER, BOOLEAN, ONE_BY_X, ZERO);
    private static final Expression X_IS_ZERO = call(EQUAL, BOOLEAN, X, ZERO);
    private static final Expression X_IS_NOT_ZERO = call(NOT_EQUAL, BOOLEAN, X, ZERO);

    private static Expression call(BuiltinFunction function, Type type, Expression... arguments) {
        return new Call(function, List.of(arguments), type);
    }

    @Test
    void caseGuardsItsBranches() {
        ExpressionCheck.of(call(CASE, BIGINT, X_IS_NOT_ZERO, ONE_BY_X, NULL), BIGINT)
                .gives("0", null)
                .gives("1", "1")
                .gives(null, null);
        ExpressionCheck.of(call(CASE, BIGINT, X_IS_ZERO, ZERO, ONE_BY_X), BIGINT)
                .gives("0", "0")
                .gives("-1", "-1")
                .gives(null, null);
    }

    @Test
    void caseGuardsItsLaterConditions() {
        ExpressionCheck.of(call(CASE, BIGINT, X_IS_ZERO, ZERO, ONE_BY_X_IS_POSITIVE, X, NULL), BIGINT)
                .gives("0", "0")
                .gives("1", "1");
    }

    @Test
    void andGuardsWhatFollows() {
        Expression guarded = call(AND, BOOLEAN, X_IS_NOT_ZERO, ONE_BY_X_IS_POSITIVE);
        ExpressionCheck.of(guarded, BIGINT)
                .gives("0", "FALSE")
                .gives("1", "TRUE")
                .gives("-1", "FALSE")
                .gives(null, null);
        ExpressionCheck.of(call(NOT, BOOLEAN, guarded), BIGINT)
                .gives("0", "TRUE")
                .gives("1", "FALSE");
        ExpressionCheck.of(call(AND, BOOLEAN, ONE_BY_X_IS_POSITIVE, X_IS_NOT_ZERO), BIGINT)
                .fails(DIVISION_BY_ZERO, "division by zero", "in DIVIDE(", "0");
    }

    @Test
    void orGuardsWhatFollows() {
        Expression guarded = call(OR, BOOLEAN, X_IS_ZERO, ONE_BY_X_IS_POSITIVE);
        ExpressionCheck.of(guarded, BIGINT)
                .gives("0", "TRUE")
                .gives("1", "TRUE")
                .gives("-1", "FALSE");
        ExpressionCheck.of(call(CASE, BIGINT, guarded, X, NULL), BIGINT)
                .gives("0", "0")
                .gives("1", "1")
                .gives("-1", null);
    }

    @Test
    void coalesceStopsAtTheFirstValue() {
        ExpressionCheck.of(call(COALESCE, BIGINT, X, call(DIVIDE, BIGINT, X, ZERO)), BIGINT)
                .gives("5", "5")
                .gives(null, null);
    }

    @Test
    void aLiteralThatFailsDoesSoOnlyWhereItIsReached() {
        Expression never = call(DIVIDE, BIGINT, new Literal(1L, BIGINT), ZERO);
        ExpressionCheck.of(call(CASE, BIGINT, X_IS_ZERO, never, X), BIGINT)
                .gives("1", "1")
                .fails(DIVISION_BY_ZERO, "division by zero", "in DIVIDE(1, 0)", "0");
    }

    @Test
    void errorsNameTheExpressionAsWritten() {
        Expression written = new Call(DIVIDE, List.of(new Literal(1L, BIGINT), X), BIGINT, new Provenance("1 / x"));
        ExpressionCheck.of(written, BIGINT).fails(DIVISION_BY_ZERO, "division by zero", "in 1 / x", "0");
    }
}
