// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static dev.rowtide.core.function.AggregateFunction.AVG;
import static dev.rowtide.core.function.AggregateFunction.COUNT;
import static dev.rowtide.core.function.AggregateFunction.SUM;
import static dev.rowtide.core.function.AggregateFunction.SUM0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SUM and AVG: exact, whatever comes and goes. */
class SumsTest {

    private static final Tick TICK = new Tick(1, 0, 0);

    @Test
    void aSumGoesBackToNullAndTheAverageOfIntegersIsOne() {
        Aggregates.over("k STRING, v INT")
                .by(0)
                .call(SUM, 1)
                .call(AVG, 1)
                .call(SUM0, 1)
                .call(COUNT, 1)
                .on("""
                +I a, NULL
                +I a, 5
                +I a, 2
                -D a, 5
                -D a, 2
                +I a, -3
                +I a, -4
                -D a, -3
                -D a, -4
                -D a, NULL
                """)
                .expect("""
                +I a, NULL, NULL, 0, 0
                -U a, NULL, NULL, 0, 0
                +U a, 5, 5, 5, 1
                -U a, 5, 5, 5, 1
                +U a, 7, 3, 7, 2
                -U a, 7, 3, 7, 2
                +U a, 2, 2, 2, 1
                -U a, 2, 2, 2, 1
                +U a, NULL, NULL, 0, 0
                -U a, NULL, NULL, 0, 0
                +U a, -3, -3, -3, 1
                -U a, -3, -3, -3, 1
                +U a, -7, -3, -7, 2
                -U a, -7, -3, -7, 2
                +U a, -4, -4, -4, 1
                -U a, -4, -4, -4, 1
                +U a, NULL, NULL, 0, 0
                -D a, NULL, NULL, 0, 0
                """);
    }

    @Test
    void sumsAreExactBeyondTheRangeOfTheirType() {
        Aggregates.over("v BIGINT").call(SUM, 0).call(AVG, 0).on("""
                1: +I 9223372036854775807
                2: +I 9223372036854775807
                2: -D 9223372036854775807
                3: +I -9223372036854775808
                """).expect("""
                +I 9223372036854775807, 9223372036854775807
                -U 9223372036854775807, 9223372036854775807
                +U -1, 0
                """);
        String max = "99999999999999999999999999999999999999";
        Aggregates.over("v DECIMAL(38, 0)")
                .call(SUM, 0)
                .on("""
                1: +I MAX
                2: +I MAX
                2: +I MAX
                2: +I MAX
                2: -D MAX
                2: -D MAX
                2: -D MAX
                2: +I -1
                3: +I MAX
                3: +I MAX
                3: +I MAX
                """.replace("MAX", max))
                .expect("""
                +I 99999999999999999999999999999999999999
                -U 99999999999999999999999999999999999999
                +U 99999999999999999999999999999999999998
                -- fails at 3: NUMERIC_OUT_OF_RANGE
                """);
    }

    @Test
    void aSumOutOfRangeFailsAtItsPosition() {
        Aggregates aggregate = Aggregates.over("k STRING, v INT").append().by(0).call(SUM, 1);
        aggregate.on("""
                +I a, 2147483647
                +I b, 1
                +I a, 1
                +I b, 1
                """).expect("""
                +I a, 2147483647
                +I b, 1
                -- fails at 2: NUMERIC_OUT_OF_RANGE
                """);
        var operator = new GroupAggregateOperator(aggregate.node(), new OperatorSettings(true, ZoneOffset.UTC, null));
        operator.receive(0, ChangeText.parse("+I a, 2147483647\n+I a, 1", aggregate.inputSchema(), 7), TICK, b -> {});
        RowFailure failure = catchThrowableOfType(RowFailure.class, () -> operator.endTick(9, TICK, b -> {}));
        assertThat(failure.position()).isEqualTo(8);
        assertThat(failure.error().code()).isEqualTo(ErrorCode.NUMERIC_OUT_OF_RANGE);
        assertThat(failure.error().message()).isEqualTo("SUM(v) is out of range for INTEGER");
        assertThat(failure.error().detail()).isEqualTo("In the group k = a: The result would be 2147483648.");
    }

    @Test
    void decimalsAreSummedExactlyAndAveragedHalfUp() {
        Aggregates.over("v DECIMAL(10, 2)")
                .call(SUM, List.of(0), false, -1, Type.decimal(38, 2))
                .call(AVG, List.of(0), false, -1, Type.decimal(38, 6))
                .call(AVG, List.of(0), false, -1, Type.decimal(10, 2))
                .on("""
                +I 0.10
                +I 0.05
                +I -99999999.99
                -D -99999999.99
                -D 0.10
                +I -0.10
                """)
                .expect("""
                +I 0.10, 0.100000, 0.10
                -U 0.10, 0.100000, 0.10
                +U 0.15, 0.075000, 0.08
                -U 0.15, 0.075000, 0.08
                +U -99999999.84, -33333333.280000, -33333333.28
                -U -99999999.84, -33333333.280000, -33333333.28
                +U 0.15, 0.075000, 0.08
                -U 0.15, 0.075000, 0.08
                +U 0.05, 0.050000, 0.05
                -U 0.05, 0.050000, 0.05
                +U -0.05, -0.025000, -0.03
                """);
    }

    @Test
    void floatingSumsForgetWhatIsTakenBack() {
        Aggregates.over("v DOUBLE, f FLOAT")
                .call(SUM, 0)
                .call(AVG, 0)
                .call(SUM, 1)
                .on("""
                +I 0.1, 0.1
                +I 1.0E300, 0.2
                -D 1.0E300, 0.2
                +I Infinity, 0.5
                +I NaN, 0.5
                -D Infinity, 0.5
                -D NaN, 0.5
                """)
                .expect("""
                +I 0.1, 0.1, 0.1
                -U 0.1, 0.1, 0.1
                +U 1.0E300, 5.0E299, 0.3
                -U 1.0E300, 5.0E299, 0.3
                +U 0.1, 0.1, 0.1
                -U 0.1, 0.1, 0.1
                +U Infinity, Infinity, 0.6
                -U Infinity, Infinity, 0.6
                +U NaN, NaN, 1.1
                -U NaN, NaN, 1.1
                +U NaN, NaN, 0.6
                -U NaN, NaN, 0.6
                +U 0.1, 0.1, 0.1
                """);
        Aggregates.over("v DOUBLE").append().call(SUM, 0).on("""
                +I 1.0E16
                +I 1.0
                +I 1.0
                +I -1.0E16
                """).expectConsolidated("+I 2.0");
    }

    /** The exact sum, rounded once: by hand, 1e200 + 1e100 + 1 - 1e200 - 1e100 is 1. */
    @Test
    void floatingSumsAreTheSameWhetherOrNotRowsCanBeTakenBack() {
        for (boolean append : new boolean[] {true, false}) {
            assertFinalSum(append, "1.0", "1.0E200", "1.0E100", "1.0", "-1.0E200", "-1.0E100");
            assertFinalSum(append, "1.0E308", "1.0E308", "1.0E308", "-1.0E308");
            assertFinalSum(append, "4.9E-324", "1.0E308", "4.9E-324", "-1.0E308");
            assertFinalSum(append, "0.6", "0.1", "0.2", "0.3");
            assertFinalSum(append, "0.0", "-0.0", "1.5", "-1.5", "-0.0");
            assertFinalSum(append, "NaN", "Infinity", "1.0", "-Infinity");
        }
    }

    @Test
    void aMeanOfGreatNumbersIsAmongThem() {
        for (boolean append : new boolean[] {true, false}) {
            Aggregates aggregates = Aggregates.over("v DOUBLE");
            (append ? aggregates.append() : aggregates)
                    .call(SUM, 0)
                    .call(AVG, 0)
                    .on("""
                    +I 1.5E308
                    +I 1.0E308
                    +I 0.5E308
                    """)
                    .expectConsolidated("+I Infinity, 1.0E308");
        }
        Aggregates.over("v DOUBLE").call(SUM, 0).call(AVG, 0).on("""
                +I 1.5E308
                +I 1.5E308
                +I -Infinity
                """).expectConsolidated("+I -Infinity, -Infinity");
    }

    private static void assertFinalSum(boolean append, String sum, String... values) {
        Aggregates aggregates = Aggregates.over("v DOUBLE");
        (append ? aggregates.append() : aggregates)
                .call(SUM, 0)
                .on("+I " + String.join("\n+I ", values))
                .expectConsolidated("+I " + sum);
    }

    /** Random numbers of cancelling magnitudes against BigDecimal. */
    @ParameterizedTest
    @ValueSource(ints = {0, 40, 120, 600})
    void floatingSumsAreExact(int exponentMax) {
        Random random = new Random(exponentMax);
        for (boolean append : new boolean[] {true, false}) {
            BigDecimal exact = BigDecimal.ZERO;
            List<Double> values = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                double value = random.nextInt(3) == 0 && i > 0
                        ? -values.get(random.nextInt(i))
                        : Math.scalb(random.nextDouble() - 0.5, random.nextInt(exponentMax + 1) - exponentMax / 2);
                values.add(value);
                exact = exact.add(new BigDecimal(value));
            }
            assertFinalSum(
                    append,
                    Double.toString(exact.doubleValue()),
                    values.stream().map(String::valueOf).toArray(String[]::new));
        }
    }
}
