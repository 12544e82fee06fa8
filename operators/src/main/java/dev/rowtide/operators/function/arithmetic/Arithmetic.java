// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.VectorFunction;
import org.jspecify.annotations.Nullable;

/** Picks the body of an arithmetic call. */
public final class Arithmetic {

    private Arithmetic() {}

    /** The body of a call of ADD to LOG10, other than FLOOR_TIME and the like. */
    public static VectorFunction of(Call call) {
        return switch (call.function()) {
            case ADD -> binary(Operation.ADD, call);
            case SUBTRACT -> binary(Operation.SUBTRACT, call);
            case MULTIPLY -> binary(Operation.MULTIPLY, call);
            case DIVIDE -> binary(Operation.DIVIDE, call);
            case MOD -> binary(Operation.REMAINDER, call);
            case NEGATE, ABS, SIGN -> sign(call);
            case FLOOR, CEIL -> isDouble(call) ? new DoubleMath(call.function(), call.type()) : exactRounding(call);
            case ROUND, TRUNCATE ->
                isDouble(call) ? new DoubleRounding(call.function(), call.type()) : exactRounding(call);
            case SQRT, POWER, EXP, LN, LOG10 -> new DoubleMath(call.function(), call.type());
            default -> throw new IllegalArgumentException(call.function() + " is no arithmetic");
        };
    }

    private static VectorFunction binary(Operation operation, Call call) {
        Operands operands = Operands.of(call);
        if (isDouble(call)) {
            return new DoubleArithmetic(operation, call.type());
        }
        CallSite site = CallSite.of(call);
        boolean sameScale = operation == Operation.MULTIPLY
                ? operands.left().scale() + operands.right().scale()
                        == call.type().scale()
                : operands.left().scale() == call.type().scale()
                        && operands.right().scale() == call.type().scale();
        boolean decimalQuotient = operation == Operation.DIVIDE && call.type().kind() == TypeKind.DECIMAL;
        if (!sameScale || decimalQuotient) {
            return new DecimalArithmetic(operation, operands, site);
        }
        if (isLong(operands.left()) && isLong(operands.right()) && isLong(call.type())) {
            return longs(operation, operands, call, site);
        }
        return call.type().storage() == Storage.WIDE
                        && operation != Operation.DIVIDE
                        && operation != Operation.REMAINDER
                ? wide(operation, operands, call, site)
                : new DecimalArithmetic(operation, operands, site);
    }

    private static VectorFunction wide(Operation operation, Operands operands, Call call, CallSite site) {
        WideArithmetic any = new WideArithmetic(operation, operands, site);
        boolean longProduct = operation == Operation.MULTIPLY && isLong(operands.left()) && isLong(operands.right());
        return longProduct ? new WideProduct(Constant.of(call), any) : any;
    }

    private static VectorFunction longs(Operation operation, Operands operands, Call call, CallSite site) {
        return switch (operation) {
            case ADD -> new AddLongs(operands, Constant.of(call), site);
            case SUBTRACT -> new SubtractLongs(operands, Constant.of(call), site);
            case MULTIPLY -> new MultiplyLongs(operands, Constant.of(call), site);
            case DIVIDE -> new DivideLongs(operands, divisor(call), site);
            case REMAINDER -> new RemainderLongs(operands, divisor(call), site);
        };
    }

    private static @Nullable Long divisor(Call call) {
        return call.arguments().get(1) instanceof Literal literal && literal.value() instanceof Long number
                ? number
                : null;
    }

    private static VectorFunction sign(Call call) {
        Type argument = call.arguments().get(0).type();
        if (isDouble(call)) {
            return new DoubleMath(call.function(), call.type());
        }
        boolean longs = isLong(argument)
                && isLong(call.type())
                && argument.scale() == call.type().scale();
        return longs ? new LongMath(call.function(), call.type(), CallSite.of(call)) : exactRounding(call);
    }

    private static VectorFunction exactRounding(Call call) {
        return new ExactRounding(call.function(), call.arguments().get(0).type(), call.type(), CallSite.of(call));
    }

    private static boolean isDouble(Call call) {
        return call.type().storage() == Storage.DOUBLE;
    }

    private static boolean isLong(Type type) {
        return type.storage() == Storage.LONG;
    }
}
