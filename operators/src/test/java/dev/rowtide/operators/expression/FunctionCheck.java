// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.Tick;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks a function on one row in all the ways that a kernel can meet it: each argument as a column and as a literal, and each of these as
 * {@link ExpressionCheck} does. Values are written as text; null is NULL.
 */
final class FunctionCheck {

    static final Tick TICK = new Tick(1, 1_700_000_000_123L, 42);

    private final BuiltinFunction function;
    private final Type result;
    private final Type[] types;
    private String zone = "UTC";

    private FunctionCheck(BuiltinFunction function, Type result, Type... types) {
        this.function = function;
        this.result = result;
        this.types = types;
    }

    static FunctionCheck of(BuiltinFunction function, Type result, Type... types) {
        return new FunctionCheck(function, result, types);
    }

    FunctionCheck in(String zone) {
        this.zone = zone;
        return this;
    }

    /** A value for each argument, as text, then the result expected. */
    FunctionCheck gives(@Nullable String... argumentsAndResult) {
        for (int literals = 0; literals < 1 << types.length; literals++) {
            check(argumentsAndResult, literals).gives(argumentsAndResult);
        }
        return this;
    }

    /** A value for each argument, as text, for which the function fails. */
    FunctionCheck fails(ErrorCode code, String message, @Nullable String... arguments) {
        for (int literals = 0; literals < 1 << types.length; literals++) {
            check(arguments, literals).fails(code, message, "in " + function + "(", arguments);
        }
        return this;
    }

    private ExpressionCheck check(@Nullable String[] texts, int literals) {
        List<Expression> arguments = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            Object value = ExpressionCheck.datum(texts[i], types[i], ZoneId.of(zone));
            arguments.add((literals >> i & 1) != 0 ? new Literal(value, types[i]) : new InputRef(i, types[i]));
        }
        return ExpressionCheck.of(new Call(function, arguments, result), types).in(zone);
    }
}
