// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import static dev.rowtide.core.type.Type.BIGINT;
import static dev.rowtide.core.type.Type.BOOLEAN;
import static dev.rowtide.core.type.Type.decimal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FactorIsolationTest {

    private static final List<BuiltinFunction> COMPARISONS = List.of(
            BuiltinFunction.EQUAL,
            BuiltinFunction.NOT_EQUAL,
            BuiltinFunction.LESS,
            BuiltinFunction.LESS_OR_EQUAL,
            BuiltinFunction.GREATER,
            BuiltinFunction.GREATER_OR_EQUAL);

    private static Literal literal(String value) {
        BigDecimal number = new BigDecimal(value);
        return new Literal(number, decimal(18, number.scale()));
    }

    private static Call product(Type type, Expression variable, String factor) {
        return new Call(BuiltinFunction.MULTIPLY, List.of(variable, literal(factor)), type);
    }

    @Test
    void theFactorMovesToTheOtherSide() {
        Expression price = new InputRef(0, BIGINT);
        Call greater = new Call(
                BuiltinFunction.GREATER,
                List.of(product(decimal(23, 3), price, "0.908"), literal("1000000.000")),
                BOOLEAN);
        assertThat(FactorIsolation.apply(greater).toString()).isEqualTo("GREATER($0, 1101321)");
        Call mirrored = new Call(
                BuiltinFunction.LESS,
                List.of(literal("1000000.000"), product(decimal(23, 3), price, "0.908")),
                BOOLEAN);
        assertThat(FactorIsolation.apply(mirrored).toString()).isEqualTo("GREATER($0, 1101321)");
    }

    @Test
    void aProductComparedAtAnotherScaleStays() {
        Literal fine = new Literal(new BigDecimal("1").add(BigDecimal.ONE.movePointLeft(37)), decimal(38, 37));
        Call greater = new Call(
                BuiltinFunction.GREATER,
                List.of(product(decimal(23, 3), new InputRef(0, BIGINT), "0.908"), fine),
                BOOLEAN);
        assertThat(FactorIsolation.apply(greater)).isSameAs(greater);
    }

    @Test
    void aProductThatCanOverflowStays() {
        Call greater = new Call(
                BuiltinFunction.GREATER,
                List.of(product(decimal(20, 3), new InputRef(0, BIGINT), "0.908"), literal("1000000.000")),
                BOOLEAN);
        assertThat(FactorIsolation.apply(greater)).isSameAs(greater);
    }

    @Test
    void theAnswerIsTheSame() {
        Type variable = decimal(10, 2);
        Type product = decimal(30, 5);
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20_000; i++) {
            BigDecimal x = BigDecimal.valueOf(random.nextInt(-40, 41), 2);
            BigDecimal factor = BigDecimal.valueOf(random.nextInt(-3, 12), 3);
            BigDecimal limit = BigDecimal.valueOf(random.nextInt(-400, 401), 5);
            Call call = new Call(
                    COMPARISONS.get(random.nextInt(COMPARISONS.size())),
                    List.of(
                            product(product, new InputRef(0, variable), factor.toPlainString()),
                            new Literal(limit, product)),
                    BOOLEAN);
            Call isolated = FactorIsolation.apply(call);
            assertThat(BoxedEvaluator.evaluate(isolated, List.of(x)))
                    .as("%s of %s as %s", call, x, isolated)
                    .isEqualTo(BoxedEvaluator.evaluate(call, List.of(x)));
        }
    }
}
