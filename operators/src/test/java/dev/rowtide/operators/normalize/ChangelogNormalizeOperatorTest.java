// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.normalize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ChangelogNormalize;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import dev.rowtide.operators.testing.TestPlan;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangelogNormalizeOperatorTest {

    private static final String PRODUCTS = "id INT, name STRING, price INT";

    private static ChangelogNormalize node(
            String schema, ColumnSet keys, @Nullable Expression condition, ChangelogMode mode) {
        return new ChangelogNormalize(
                TestPlan.input(schema, ChangelogMode.UPSERT), keys, condition, TestPlan.traits(schema, mode));
    }

    private static OperatorHarness harness(String schema, ColumnSet keys, String input) {
        ChangelogNormalize node = node(schema, keys, null, ChangelogMode.RETRACT);
        return OperatorHarness.of(settings -> new ChangelogNormalizeOperator(node, settings))
                .input(schema, input);
    }

    private static OperatorHarness withoutUpdateBefore(String schema, ColumnSet keys, String input) {
        ChangelogNormalize node = node(schema, keys, null, ChangelogMode.UPSERT);
        return OperatorHarness.of(settings -> new ChangelogNormalizeOperator(node, settings))
                .input(schema, input)
                .outputKey(keys.toArray());
    }

    @Test
    void aDeleteThatCarriesTheKeyOnlyIsCompleted() {
        harness(PRODUCTS, ColumnSet.of(0), """
                +I 1, pen, 5
                +U 1, pen, 6
                -D 1, NULL, NULL
                """).expect("""
                +I 1, pen, 5
                -U 1, pen, 5
                +U 1, pen, 6
                -D 1, pen, 6
                """);
    }

    @Test
    void equalRowsAndUnknownKeysDisappear() {
        withoutUpdateBefore("id INT, price INT", ColumnSet.of(0), """
                +U 1, 5
                +U 1, 5
                +U 1, 6
                -D 1, NULL
                -D 9, NULL
                """).expect("""
                0: +I 1, 5
                2: +U 1, 6
                3: -D 1, 6
                """);
    }

    @Test
    void repeatedEventsOfAChangelogWithBeforeImagesDoNoHarm() {
        harness("id INT, price INT", ColumnSet.of(0), """
                +I 1, 5
                +I 1, 5
                -U 1, 5
                +U 1, 6
                -U 1, 5
                +U 1, 6
                -D 1, 6
                -D 1, 6
                """).expect("""
                0: +I 1, 5
                2: -U 1, 5
                2: +U 1, 6
                4: -D 1, 6
                """);
    }

    @Test
    void anUpdateThatMovesARowToAnotherKeyDeletesAndInserts() {
        harness("id INT, price INT", ColumnSet.of(0), """
                +I 1, 5
                -U 1, 5
                +U 2, 5
                """).expect("""
                +I 1, 5
                -D 1, 5
                +I 2, 5
                """);
    }

    @Test
    void keysOfSeveralColumnsAndNullsAreKeys() {
        harness("a STRING, b DECIMAL(25, 1), v DOUBLE", ColumnSet.of(0, 1), """
                +I x, 1.5, 0.0
                +I NULL, 1.5, 1.0
                +I x, NULL, 2.0
                +U NULL, 1.5, 3.0
                +U x, NULL, 2.0
                -D x, 1.5, NULL
                """).expect("""
                +I x, 1.5, 0.0
                +I NULL, 1.5, 1.0
                +I x, NULL, 2.0
                -U NULL, 1.5, 1.0
                +U NULL, 1.5, 3.0
                -D x, 1.5, 0.0
                """);
    }

    @Test
    void anEmptyKeyHasOneRow() {
        harness("v INT", ColumnSet.of(), "+I 1\n+I 2\n-D NULL\n+I 3").expect("""
                +I 1
                -U 1
                +U 2
                -D 2
                +I 3
                """);
    }

    @Test
    void consolidatedIsTheNetChangeOfEachKey() {
        harness("id INT, v STRING", ColumnSet.of(0), """
                +I 1, a
                +I 2, a
                +U 1, b
                +I 3, c
                -D 3, NULL
                -- tick
                +U 2, x
                +U 1, z
                +U 2, a
                -D 1, NULL
                +I 4, d
                -- tick
                +I 1, b
                """).expectConsolidated("""
                4: +I 1, b
                4: +I 2, a
                -- tick
                9: -D 1, b
                9: +I 4, d
                -- tick
                10: +I 1, b
                """);
    }

    @Test
    void theWatermarkGoesOnAlsoWhereNothingChanges() {
        harness("id INT, v INT", ColumnSet.of(0), """
                +I 1, 1
                -- watermark 10
                +U 1, 1
                -- watermark 20
                +U 1, 2
                +U 1, 2
                -- watermark 30
                """).expect("""
                +I 1, 1
                -- watermark 20
                -U 1, 1
                +U 1, 2
                -- watermark 30
                """);
    }

    @Test
    void deletesOfUnknownKeysAreCounted() {
        ChangelogNormalizeOperator operator = new ChangelogNormalizeOperator(
                node("id INT, v INT", ColumnSet.of(0), null, ChangelogMode.RETRACT),
                new OperatorSettings(true, ZoneOffset.UTC, null));
        operator.receive(
                0,
                ChangeText.parse("-D 1, 1\n+I 2, 2\n-D 2, 2\n-D 2, 2", SchemaText.parse("id INT, v INT"), 0),
                new Tick(1, 0, 0),
                batch -> {});
        assertThat(operator.unknownRetractions()).isEqualTo(2);
    }

    @Test
    void rowsThatFailTheConditionCountAsAbsent() {
        withCondition(lessThan(PRICE, literal(10)), """
                +I 1, 5
                +I 2, 50
                +I 3, NULL
                +U 1, 6
                +U 2, 7
                +U 1, 60
                +U 1, 61
                -D 1, NULL
                -D 2, NULL
                -D 3, NULL
                """).expect("""
                0: +I 1, 5
                3: -U 1, 5
                3: +U 1, 6
                4: +I 2, 7
                5: -D 1, 6
                8: -D 2, 7
                """);
    }

    @Test
    void aConditionThatFailsOnARowEndsThereAndIsNotAskedOnRetractions() {
        withCondition(lessThan(tenthsPer(PRICE), literal(5)), """
                +I 1, 5
                -D 1, 0
                +I 2, 10
                +I 2, 0
                +I 4, 5
                """).expect("""
                +I 1, 5
                -D 1, 5
                +I 2, 10
                -- fails at 3: DIVISION_BY_ZERO
                """);
    }

    @Test
    void aDeadLetterCountsAsAbsent() {
        withCondition(lessThan(tenthsPer(PRICE), literal(5)), """
                +I 1, 5
                +U 1, 0
                +U 1, 10
                """)
                .deadLetters()
                .expect("""
                +I 1, 5
                -D 1, 5
                +I 1, 10
                """)
                .expectDeadLetters("1: +U 1, 0");
    }

    /** The operator is not called again once it failed, so that the effect of the rows before goes out first, per tick as well. */
    @Test
    void whatCameBeforeAFailureGoesOutFirst() {
        String schema = "id INT, price INT";
        ChangelogNormalize node =
                node(schema, ColumnSet.of(0), lessThan(tenthsPer(PRICE), literal(5)), ChangelogMode.RETRACT);
        ChangelogNormalizeOperator operator =
                new ChangelogNormalizeOperator(node, new OperatorSettings(false, ZoneOffset.UTC, null));
        ChangeBatch batch = ChangeText.parse("+I 1, 5\n+U 1, 10\n+I 2, 0\n+I 3, 5", SchemaText.parse(schema), 0);
        List<ChangeBatch> emitted = new ArrayList<>();

        assertThatThrownBy(() -> operator.receive(0, batch, new Tick(1, 0, 0), emitted::add))
                .isInstanceOfSatisfying(
                        RowFailure.class,
                        failure -> assertThat(failure.position()).isEqualTo(2));

        assertThat(emitted)
                .extracting(each -> ChangeText.print(each, SchemaText.parse(schema)))
                .containsExactly(ChangeText.print(
                        ChangeText.parse("1: +I 1, 10", SchemaText.parse(schema), 0), SchemaText.parse(schema)));
    }

    private static final Expression PRICE = new InputRef(1, Type.INTEGER);

    private static OperatorHarness withCondition(Expression condition, String input) {
        String schema = "id INT, price INT";
        ChangelogNormalize node = node(schema, ColumnSet.of(0), condition, ChangelogMode.RETRACT);
        return OperatorHarness.of(settings -> new ChangelogNormalizeOperator(node, settings))
                .input(schema, input);
    }

    private static Expression literal(long value) {
        return new Literal(value, Type.INTEGER);
    }

    private static Expression lessThan(Expression left, Expression right) {
        return new Call(BuiltinFunction.LESS, List.of(left, right), Type.BOOLEAN);
    }

    private static Expression tenthsPer(Expression divisor) {
        return new Call(BuiltinFunction.DIVIDE, List.of(literal(10), divisor), Type.INTEGER);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void agreesWithAMapOnRandomChanges(long seed) {
        Random random = new Random(seed);
        StringBuilder input = new StringBuilder();
        StringBuilder expected = new StringBuilder();
        Map<String, String> rows = new TreeMap<>();
        for (int position = 0; position < 400; position++) {
            String key = "k" + random.nextInt(30);
            String before = rows.get(key);
            if (random.nextInt(20) == 0) {
                input.append("-- tick\n");
            }
            if (random.nextInt(3) == 0) {
                input.append("-D ").append(key).append(", NULL\n");
                if (rows.remove(key) != null) {
                    expected.append(position + ": -D " + before + "\n");
                }
                continue;
            }
            String row = key + ", " + "v".repeat(random.nextInt(5)) + random.nextInt(2);
            input.append(random.nextBoolean() ? "+I " : "+U ").append(row).append('\n');
            rows.put(key, row);
            if (before == null) {
                expected.append(position + ": +I " + row + "\n");
            } else if (!before.equals(row)) {
                expected.append(position + ": -U " + before + "\n" + position + ": +U " + row + "\n");
            }
        }
        harness("k STRING, v STRING", ColumnSet.of(0), input.toString()).expect(expected.toString());
    }
}
