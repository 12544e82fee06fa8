// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.function.AggregateFunction;
import dev.rowtide.core.type.Type;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expected values by hand, and by BigDecimal arithmetic on the rows that are left. */
class MomentsTest {

    private static final Type DOUBLE = Type.DOUBLE;

    private static Aggregates variances(String input, int column) {
        Aggregates aggregate = Aggregates.over(input);
        for (AggregateFunction function : List.of(
                AggregateFunction.VAR_POP,
                AggregateFunction.VAR_SAMP,
                AggregateFunction.STDDEV_POP,
                AggregateFunction.STDDEV_SAMP)) {
            aggregate.call(function, List.of(column), false, -1, DOUBLE);
        }
        return aggregate;
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "BIGINT", "DOUBLE", "DECIMAL(9, 1)", "DECIMAL(30, 1)"})
    void variancesOfEveryKindOfNumber(String type) {
        variances("v " + type, 0)
                .on(type.contains("INT") ? "+I 1\n+I 5\n+I 1\n+I 9\n+I 5\n+I NULL\n-D 9\n" : """
                        +I 1.0
                        +I 5.0
                        +I 1.0
                        +I 9.5
                        +I 5.0
                        +I NULL
                        -D 9.5
                        """)
                .expectConsolidated("+I 4.0, " + 16 / 3.0 + ", 2.0, " + Math.sqrt(16 / 3.0));
    }

    @Test
    void oneValueHasNoSampleVarianceAndNoneHasNoVariance() {
        variances("v DOUBLE", 0).on("+I 3.5\n+I NULL\n-D 3.5\n").expect("""
                +I 0.0, NULL, 0.0, NULL
                -U 0.0, NULL, 0.0, NULL
                +U NULL, NULL, NULL, NULL
                """);
    }

    @Test
    void whatIsTakenBackLeavesNoTrace() {
        variances("v DOUBLE", 0).on("""
                +I 1e200
                +I NaN
                +I 1e-200
                +I Infinity
                +I 4.0
                +I 2.0
                -D 1e200
                -D Infinity
                -D NaN
                -D 1e-200
                """).expectConsolidated("+I 1.0, 2.0, 1.0, " + Math.sqrt(2));
    }

    @Test
    void valuesThatDifferInTheirLastDigitsOnly() {
        double base = 1e9;
        variances("v DOUBLE", 0)
                .on("+I " + (base + 1) + "\n+I " + (base + 3) + "\n")
                .expectConsolidated("+I 1.0, 2.0, 1.0, " + Math.sqrt(2));
        double next = Math.nextUp(1.0);
        variances("v DOUBLE", 0)
                .on("+I 1.0\n+I " + next + "\n")
                .expectConsolidated("+I " + 0x1p-106 + ", " + 0x1p-105 + ", " + 0x1p-53 + ", " + Math.sqrt(0x1p-105));
    }

    /** The squares are beyond what a DOUBLE holds; the deviations, 2^1023 and that times the root of two, are not. */
    @Test
    void deviationsOfTheGreatestAndTheSmallestNumbers() {
        variances("v DOUBLE", 0)
                .on("+I " + 0x1p1023 + "\n+I " + -0x1p1023 + "\n")
                .expectConsolidated("+I Infinity, Infinity, " + 0x1p1023 + ", " + Math.sqrt(2) * 0x1p1023);
        variances("v DOUBLE", 0)
                .on("+I " + 0x1p-1000 + "\n+I " + -0x1p-1000 + "\n")
                .expectConsolidated("+I 0.0, 0.0, " + 0x1p-1000 + ", " + Math.sqrt(2) * 0x1p-1000);
        variances("v DOUBLE", 0)
                .on("+I " + Double.MIN_VALUE + "\n+I " + -Double.MIN_VALUE + "\n")
                .expectConsolidated("+I 0.0, 0.0, " + Double.MIN_VALUE + ", " + Double.MIN_VALUE);
    }

    /** Points on the line y = 2x - 2^1022, of which the sums of x and of y are beyond what a DOUBLE holds. */
    @Test
    void aLineThroughGreatNumbers() {
        Aggregates aggregate = Aggregates.over("y DOUBLE, x DOUBLE");
        for (AggregateFunction function : List.of(
                AggregateFunction.COVAR_POP,
                AggregateFunction.CORR,
                AggregateFunction.REGR_AVGX,
                AggregateFunction.REGR_AVGY,
                AggregateFunction.REGR_SLOPE,
                AggregateFunction.REGR_INTERCEPT,
                AggregateFunction.REGR_R2)) {
            aggregate.call(function, List.of(0, 1), false, -1, DOUBLE);
        }
        double unit = 0x1p1021;
        StringBuilder points = new StringBuilder();
        for (int x = 1; x <= 4; x++) {
            points.append("+I ")
                    .append((2 * x - 2) * unit)
                    .append(", ")
                    .append(x * unit)
                    .append('\n');
        }
        aggregate
                .on(points.toString())
                .expectConsolidated(
                        "+I Infinity, 1.0, " + 2.5 * unit + ", " + 3 * unit + ", 2.0, " + -2 * unit + ", 1.0");
    }

    @Test
    void manyRetractionsDoNotDrift() {
        Random random = new Random(3);
        StringBuilder changes = new StringBuilder();
        List<Double> left = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            double value = random.nextGaussian() * Math.pow(10, random.nextInt(12) - 6);
            if (left.size() < 5 || random.nextInt(100) < 40) {
                left.add(value);
                changes.append("+I ").append(value).append('\n');
            } else {
                changes.append("-D ")
                        .append(left.remove(random.nextInt(left.size())))
                        .append('\n');
            }
        }
        BigDecimal sum = BigDecimal.ZERO;
        BigDecimal squares = BigDecimal.ZERO;
        for (double value : left) {
            BigDecimal exact = new BigDecimal(value);
            sum = sum.add(exact);
            squares = squares.add(exact.multiply(exact));
        }
        BigDecimal count = BigDecimal.valueOf(left.size());
        BigDecimal variance = squares.divide(count, MathContext.DECIMAL128)
                .subtract(sum.divide(count, MathContext.DECIMAL128).pow(2));
        String line = variances("v DOUBLE", 0).on(changes.toString()).table().get(0);
        assertThat(Double.parseDouble(line.substring(0, line.indexOf(','))))
                .isBetween(
                        Math.nextDown(Math.nextDown(variance.doubleValue())),
                        Math.nextUp(Math.nextUp(variance.doubleValue())));
    }

    private static Aggregates lines() {
        Aggregates aggregate = Aggregates.over("y DOUBLE, x INT");
        aggregate.call(AggregateFunction.REGR_COUNT, List.of(0, 1), false, -1, Type.BIGINT);
        for (AggregateFunction function : List.of(
                AggregateFunction.COVAR_POP,
                AggregateFunction.COVAR_SAMP,
                AggregateFunction.CORR,
                AggregateFunction.REGR_AVGX,
                AggregateFunction.REGR_AVGY,
                AggregateFunction.REGR_SXX,
                AggregateFunction.REGR_SYY,
                AggregateFunction.REGR_SXY,
                AggregateFunction.REGR_SLOPE,
                AggregateFunction.REGR_INTERCEPT,
                AggregateFunction.REGR_R2)) {
            aggregate.call(function, List.of(0, 1), false, -1, DOUBLE);
        }
        return aggregate;
    }

    @Test
    void aLineThroughTwoPoints() {
        lines().on("""
                +I 1.0, NULL
                +I 7.0, 3
                +I 7.0, 5
                +I NULL, 1
                +I 3.0, 1
                +I 100.0, 50
                -D 7.0, 5
                -D 100.0, 50
                """).expectConsolidated("+I 2, 2.0, 4.0, 1.0, 2.0, 5.0, 2.0, 8.0, 4.0, 2.0, 1.0, 1.0");
    }

    @Test
    void linesThroughTooFewPoints() {
        lines().on("""
                +I 1.0, NULL
                +I 7.0, 3
                +I 7.0, 5
                -D 7.0, 3
                +I 9.0, 5
                """).expect("""
                +I 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
                -U 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
                +U 1, 0.0, NULL, NULL, 3.0, 7.0, 0.0, 0.0, 0.0, NULL, NULL, NULL
                -U 1, 0.0, NULL, NULL, 3.0, 7.0, 0.0, 0.0, 0.0, NULL, NULL, NULL
                +U 2, 0.0, 0.0, NULL, 4.0, 7.0, 2.0, 0.0, 0.0, 0.0, 7.0, 1.0
                -U 2, 0.0, 0.0, NULL, 4.0, 7.0, 2.0, 0.0, 0.0, 0.0, 7.0, 1.0
                +U 1, 0.0, NULL, NULL, 5.0, 7.0, 0.0, 0.0, 0.0, NULL, NULL, NULL
                -U 1, 0.0, NULL, NULL, 5.0, 7.0, 0.0, 0.0, 0.0, NULL, NULL, NULL
                +U 2, 0.0, 0.0, NULL, 5.0, 8.0, 0.0, 2.0, 0.0, NULL, NULL, NULL
                """);
    }
}
