// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import static dev.rowtide.core.function.AggregateFunction.AVG;
import static dev.rowtide.core.function.AggregateFunction.COUNT;
import static dev.rowtide.core.function.AggregateFunction.MAX;
import static dev.rowtide.core.function.AggregateFunction.MIN;
import static dev.rowtide.core.function.AggregateFunction.SINGLE_VALUE;
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

class GroupAggregateOperatorTest {

    private static final Tick TICK = new Tick(1, 0, 0);

    @Test
    void aCountChangesWithEveryRow() {
        Aggregates.over("user STRING, url STRING")
                .append()
                .by(0)
                .count()
                .on("""
                +I mary, a
                +I bob, b
                +I mary, c
                -- tick
                +I liz, d
                +I mary, e
                """)
                .expect("""
                +I mary, 1
                +I bob, 1
                -U mary, 1
                +U mary, 2
                +I liz, 1
                -U mary, 2
                +U mary, 3
                """)
                .expectConsolidated("""
                +I mary, 2
                +I bob, 1
                -- tick
                +I liz, 1
                -U mary, 2
                +U mary, 3
                """);
    }

    @Test
    void withoutUpdateBeforeOnlyTheNewRowGoesOut() {
        Aggregates.over("k INT")
                .withoutUpdateBefore()
                .by(0)
                .count()
                .on("""
                +I 1
                +I 1
                -D 1
                -D 1
                """)
                .outputKey(0)
                .expect("""
                +I 1, 1
                +U 1, 2
                +U 1, 1
                -D 1, 1
                """)
                .expectConsolidated("");
    }

    @Test
    void distinctIsAnAggregateWithoutCalls() {
        Aggregates.over("a STRING, b INT").append().by(0, 1).on("""
                +I x, 1
                +I x, 1
                +I y, 1
                +I x, 2
                +I y, 1
                """).expect("""
                +I x, 1
                +I y, 1
                +I x, 2
                """);
        Aggregates.over("a STRING, b INT").by(0, 1).on("""
                +I x, 1
                +I x, 1
                +I y, 2
                -D x, 1
                -D x, 1
                """).expect("""
                +I x, 1
                +I y, 2
                -D x, 1
                """).expectConsolidated("+I y, 2");
    }

    @Test
    void anUpdateThatMovesARowEmptiesItsOldGroup() {
        Aggregates.over("id INT, dept STRING, pay INT")
                .by(1)
                .call(SUM, 2)
                .on("""
                +I 1, dev, 10
                +I 2, dev, 20
                -U 1, dev, 10
                +U 1, ops, 10
                -U 2, dev, 20
                +U 2, ops, 25
                """)
                .expect("""
                0: +I dev, 10
                1: -U dev, 10
                1: +U dev, 30
                2: -U dev, 30
                2: +U dev, 20
                2: +I ops, 10
                3: -D dev, 20
                3: -U ops, 10
                3: +U ops, 35
                """);
    }

    @Test
    void theRowsOfOnePositionActTogether() {
        Aggregates.over("k STRING, v INT").by(0).count().call(MAX, 1).on("""
                1: +I a, 4
                2: -U a, 4
                2: +U a, 9
                3: +I b, 1
                3: +I a, 2
                3: +I b, 5
                3: +I c, 7
                3: -D c, 7
                4: -D b, 1
                4: -D b, 5
                4: +I b, 8
                """).expect("""
                1: +I a, 1, 4
                2: -U a, 1, 4
                2: +U a, 1, 9
                3: +I b, 2, 5
                3: -U a, 1, 9
                3: +U a, 2, 9
                4: -U b, 2, 5
                4: +U b, 1, 8
                """);
    }

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
    void aMinimumIsThatOfAMultiset() {
        Aggregates.over("lot STRING, amt INT").by(0).call(MIN, 1).on("""
                +I x, 7
                +I x, 7
                +I x, 9
                -D x, 7
                -D x, 7
                """).expect("""
                +I x, 7
                -U x, 7
                +U x, 9
                """);
    }

    @Test
    void extremesOfEveryKindOfValue() {
        String input = """
                +I 1.5, FALSE, plum, 12345678901234567890.1, x'02'
                +I -0.0, TRUE, apple, -12345678901234567890.1, x'ff'
                +I NULL, NULL, NULL, NULL, NULL
                +I NaN, FALSE, zebra, 12345678901234567890.2, x'0201'
                """;
        String schema = "d DOUBLE, b BOOLEAN, s STRING, w DECIMAL(30, 1), y BYTES";
        Aggregates append = Aggregates.over(schema).append();
        Aggregates retract = Aggregates.over(schema);
        for (int column = 0; column < 5; column++) {
            append.call(MIN, column).call(MAX, column);
            retract.call(MIN, column).call(MAX, column);
        }
        String first =
                "1.5, 1.5, FALSE, FALSE, plum, plum, 12345678901234567890.1, 12345678901234567890.1, x'02', x'02'";
        String second =
                "0.0, 1.5, FALSE, TRUE, apple, plum, -12345678901234567890.1, 12345678901234567890.1, x'02', x'ff'";
        String third =
                "0.0, NaN, FALSE, TRUE, apple, zebra, -12345678901234567890.1, 12345678901234567890.2, x'02', x'ff'";
        String log = "+I " + first + "\n-U " + first + "\n+U " + second + "\n-U " + second + "\n+U " + third + "\n";
        append.on(input).expect(log).expectConsolidated("+I " + third);
        retract.on(input).expect(log).expectConsolidated("+I " + third);
        retract.on(input + """
                -D NaN, FALSE, zebra, 12345678901234567890.2, x'0201'
                -D 0.0, TRUE, apple, -12345678901234567890.1, x'ff'
                """)
                .expect(log + "-U " + third + "\n+U " + second + "\n-U " + second + "\n+U " + first + "\n");
    }

    @Test
    void theAggregateOfEverythingHasNoRowWhileItsInputIsEmpty() {
        Aggregates.over("v INT").count().call(MAX, 0).on("""
                +I 4
                +I 6
                -D 4
                -D 6
                +I 3
                """).expect("""
                +I 1, 4
                -U 1, 4
                +U 2, 6
                -U 2, 6
                +U 1, 6
                -D 1, 6
                +I 1, 3
                """).expectConsolidated("+I 1, 3");
    }

    @Test
    void byTheRuleOfSqlItAlwaysHasOne() {
        Aggregates.over("v INT")
                .emptyRow()
                .count()
                .call(MAX, 0)
                .on("""
                +I 4
                +I 6
                -D 4
                -D 6
                """)
                .expect("""
                +I 0, NULL
                -U 0, NULL
                +U 1, 4
                -U 1, 4
                +U 2, 6
                -U 2, 6
                +U 1, 6
                -U 1, 6
                +U 0, NULL
                """)
                .expectConsolidated("+I 0, NULL");
        Aggregates.over("v INT").emptyRow().count().call(SUM, 0).on("-- tick").expect("+I 0, NULL");
        Aggregates.over("v INT")
                .emptyRow()
                .append()
                .count()
                .call(SUM, 0)
                .on("""
                -- tick
                +I 5
                +I 6
                """)
                .expect("""
                +I 0, NULL
                -U 0, NULL
                +U 1, 5
                -U 1, 5
                +U 2, 11
                """)
                .expectConsolidated("""
                +I 0, NULL
                -- tick
                -U 0, NULL
                +U 2, 11
                """);
    }

    @Test
    void aDistinctCountIgnoresRepeatsAndNulls() {
        Aggregates.over("page STRING, usr STRING")
                .append()
                .by(0)
                .distinct(COUNT, 1)
                .on("""
                +I p, u1
                +I p, u1
                +I p, u2
                +I p, NULL
                +I q, NULL
                +I p, u1
                """)
                .expect("""
                +I p, 1
                -U p, 1
                +U p, 2
                +I q, 0
                """);
    }

    @Test
    void distinctAndFilterTogether() {
        Aggregates.over("page STRING, usr STRING, human BOOLEAN")
                .by(0)
                .distinct(COUNT, 1)
                .call(COUNT, List.of(1), true, 2, Type.BIGINT)
                .call(COUNT, List.of(), false, 2, Type.BIGINT)
                .on("""
                +I p, u1, TRUE
                +I p, u2, FALSE
                +I p, u1, FALSE
                -D p, u1, TRUE
                +I p, u3, TRUE
                +I p, u3, NULL
                """)
                .expect("""
                +I p, 1, 1, 1
                -U p, 1, 1, 1
                +U p, 2, 1, 1
                -U p, 2, 1, 1
                +U p, 2, 0, 0
                -U p, 2, 0, 0
                +U p, 3, 1, 1
                """);
    }

    /** More filters than bits in a word. */
    @Test
    void seventyFilters() {
        StringBuilder schema = new StringBuilder("v INT");
        StringBuilder first = new StringBuilder("+I 5");
        StringBuilder second = new StringBuilder("+I 5");
        StringBuilder expected = new StringBuilder("+I ");
        for (int f = 0; f < 70; f++) {
            schema.append(", f").append(f).append(" BOOLEAN");
            first.append(f % 3 == 0 ? ", TRUE" : ", FALSE");
            second.append(f % 2 == 0 ? ", TRUE" : ", FALSE");
        }
        Aggregates append = Aggregates.over(schema.toString()).append();
        Aggregates retract = Aggregates.over(schema.toString());
        for (int f = 0; f < 70; f++) {
            int rows = (f % 3 == 0 ? 1 : 0) + (f % 2 == 0 ? 1 : 0);
            expected.append(f == 0 ? "" : ", ").append(rows).append(", ").append(Math.min(rows, 1));
            for (Aggregates aggregate : List.of(append, retract)) {
                aggregate.call(COUNT, List.of(), false, 1 + f, Type.BIGINT);
                aggregate.call(COUNT, List.of(0), true, 1 + f, Type.BIGINT);
            }
        }
        for (Aggregates aggregate : List.of(append, retract)) {
            aggregate.on(first + "\n" + second).expectConsolidated(expected.toString());
        }
    }

    @Test
    void distinctSumsAndCountsOfSeveralColumns() {
        Aggregates.over("v INT, w STRING")
                .distinct(SUM, 0)
                .distinct(AVG, 0)
                .call(COUNT, List.of(0, 1), true, -1, Type.BIGINT)
                .on("""
                +I 4, a
                +I 4, b
                +I 6, a
                +I 6, NULL
                -D 4, a
                -D 4, b
                """)
                .expect("""
                +I 4, 4, 1
                -U 4, 4, 1
                +U 4, 4, 2
                -U 4, 4, 2
                +U 10, 5, 3
                -U 10, 5, 3
                +U 10, 5, 2
                -U 10, 5, 2
                +U 6, 6, 1
                """);
    }

    @Test
    void aGroupThatComesBackStartsAfresh() {
        Aggregates.over("k INT, v STRING, d DOUBLE")
                .by(0)
                .distinct(COUNT, 1)
                .call(MAX, 1)
                .call(SUM, 2)
                .on("""
                +I 1, a, 0.1
                +I 1, b, 0.2
                -D 1, a, 0.1
                -D 1, b, 0.2
                -- tick
                +I 1, a, 0.3
                """)
                .expect("""
                +I 1, 1, a, 0.1
                -U 1, 1, a, 0.1
                +U 1, 2, b, 0.30000000000000004
                -U 1, 2, b, 0.30000000000000004
                +U 1, 1, b, 0.2
                -D 1, 1, b, 0.2
                +I 1, 1, a, 0.3
                """)
                .expectConsolidated("""
                -- tick
                +I 1, 1, a, 0.3
                """);
    }

    @Test
    void keysOfManyTypes() {
        Aggregates.over("a DOUBLE, b STRING, c DECIMAL(30, 2), d BOOLEAN")
                .by(0, 1, 2, 3)
                .count()
                .on("""
                +I 0.0, x, 1.50, TRUE
                +I -0.0, x, 1.50, TRUE
                +I NULL, NULL, NULL, NULL
                +I NaN, "", -1.50, FALSE
                -D NULL, NULL, NULL, NULL
                +I NaN, "", -1.50, FALSE
                """)
                .expect("""
                +I 0.0, x, 1.50, TRUE, 1
                -U 0.0, x, 1.50, TRUE, 1
                +U 0.0, x, 1.50, TRUE, 2
                +I NULL, NULL, NULL, NULL, 1
                +I NaN, "", -1.50, FALSE, 1
                -D NULL, NULL, NULL, NULL, 1
                -U NaN, "", -1.50, FALSE, 1
                +U NaN, "", -1.50, FALSE, 2
                """)
                .expectConsolidated("""
                +I 0.0, x, 1.50, TRUE, 2
                +I NaN, "", -1.50, FALSE, 2
                """);
    }

    @Test
    void nullKeysAreOneGroup() {
        for (String type : List.of("INT", "DOUBLE", "BOOLEAN", "STRING", "DECIMAL(20, 0)")) {
            Aggregates.over("k " + type).by(0).count().on("""
                    +I NULL
                    +I NULL
                    """).expect("""
                    +I NULL, 1
                    -U NULL, 1
                    +U NULL, 2
                    """).expectConsolidated("+I NULL, 2");
        }
        Aggregates.over("a INT, b BOOLEAN").by(0, 1).count().on("""
                +I NULL, TRUE
                +I 0, TRUE
                +I NULL, NULL
                +I 1, NULL
                +I NULL, FALSE
                +I NULL, TRUE
                """).expectConsolidated("""
                +I NULL, TRUE, 2
                +I 0, TRUE, 1
                +I NULL, NULL, 1
                +I 1, NULL, 1
                +I NULL, FALSE, 1
                """);
    }

    @Test
    void aRetractionForAnUnknownGroupIsIgnoredAndCounted() {
        Aggregates aggregate = Aggregates.over("k STRING, v INT").by(0).count().call(SUM, 1);
        aggregate.on("""
                -D z, 1
                +I a, 11
                +I a, 21
                -D a, 8
                -U y, 1
                """).expect("""
                +I a, 1, 11
                -U a, 1, 11
                +U a, 2, 32
                -U a, 2, 32
                +U a, 1, 24
                """);
        var operator = new GroupAggregateOperator(aggregate.node(), new OperatorSettings(true, ZoneOffset.UTC, null));
        operator.receive(
                0, ChangeText.parse("-D z, 1\n-D y, 2\n+I y, 2\n-D y, 2", aggregate.inputSchema(), 0), TICK, b -> {});
        operator.endTick(4, TICK, b -> {});
        assertThat(operator.unknownRetractions()).isEqualTo(2);
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

    @Test
    void aSingleValueIsOne() {
        Aggregates.over("k INT, v STRING").by(0).call(SINGLE_VALUE, 1).on("""
                1: +I 1, a
                2: +I 1, b
                2: -D 1, a
                3: -D 1, b
                3: +I 1, NULL
                4: +I 2, x
                5: +I 2, x
                """).expect("""
                +I 1, a
                -U 1, a
                +U 1, b
                -U 1, b
                +U 1, NULL
                +I 2, x
                -- fails at 5: INVALID_ARGUMENT
                """);
    }

    @Test
    void watermarksPass() {
        Aggregates.over("k INT").by(0).count().on("""
                -- watermark 5
                +I 1
                +I 1
                -- watermark 9
                -D 1
                -D 1
                -- watermark 12
                """).expect("""
                -- watermark 5
                +I 1, 1
                -U 1, 1
                +U 1, 2
                -- watermark 9
                -U 1, 2
                +U 1, 1
                -D 1, 1
                -- watermark 12
                """);
    }
}
