// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.sql.validate.StreamFunctions;
import dev.rowtide.sql.validate.VolatileFunction;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** The functions of chance: UUID, RAND, RAND_INTEGER. */
final class RandomCalls {

    /** The number of a call of RAND that has its own seed: equal seeds give equal numbers. */
    private static final Literal SEEDED = new Literal(0L, Type.INTEGER.withNullable(false));

    private final TranslateExpression translate;
    private final TranslateContext context;

    RandomCalls(TranslateExpression translate, TranslateContext context) {
        this.translate = translate;
        this.context = context;
    }

    /**
     * The call; each that stands in the text has a number of its own, by which its values are drawn.
     *
     * @throws EngineException {@code NOT_SUPPORTED} if its values can't be repeated
     */
    Expression of(VolatileFunction called, RexCall call, Type result) {
        Literal number = new Literal(context.random(called), Type.INTEGER.withNullable(false));
        if (called.function().equals(StreamFunctions.UUID)) {
            return translate.call(BuiltinFunction.UUID, List.of(number), result, call);
        }
        return switch (called.getName()) {
            case "RAND", "RANDOM" -> random(number, call.getOperands(), call);
            case "RAND_INTEGER" -> randomInteger(number, call, result);
            default ->
                throw new EngineException(
                        ErrorCode.NOT_SUPPORTED,
                        "the function \"" + called.getName() + "\" is not supported: its values can't be repeated");
        };
    }

    private Expression random(Literal number, List<RexNode> seed, RexCall call) {
        List<Expression> arguments = seed.isEmpty() ? List.of(number) : List.of(SEEDED, seed(seed.get(0)));
        return translate.call(BuiltinFunction.RAND, arguments, Type.DOUBLE.withNullable(false), call);
    }

    private Expression seed(RexNode written) {
        if (translate.of(written) instanceof Literal literal && literal.value() instanceof Long) {
            return literal;
        }
        throw new EngineException(
                ErrorCode.NOT_SUPPORTED, "a seed that is not a whole number as a constant is not supported");
    }

    /** {@code RAND_INTEGER(n)}: a whole number from 0, less than n. */
    private Expression randomInteger(Literal number, RexCall call, Type result) {
        List<RexNode> operands = call.getOperands();
        Expression random = random(number, operands.subList(0, operands.size() - 1), call);
        Expression bound = Conversions.to(translate.of(operands.get(operands.size() - 1)), Type.DOUBLE);
        Expression product = translate.call(BuiltinFunction.MULTIPLY, List.of(random, bound), Type.DOUBLE, call);
        return translate.cast(translate.call(BuiltinFunction.FLOOR, List.of(product), Type.DOUBLE, call), result, call);
    }
}
