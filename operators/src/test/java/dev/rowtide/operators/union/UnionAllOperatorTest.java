// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.union;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.UnionAll;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import dev.rowtide.operators.testing.TestPlan;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnionAllOperatorTest {

    private static final String ALL_STORAGES = "t STRING, n BIGINT, d DOUBLE, b BOOLEAN, w DECIMAL(30, 2)";

    private static UnionAll union(String schema, int inputs) {
        PlanNode input = TestPlan.input(schema, ChangelogMode.RETRACT);
        return new UnionAll(Collections.nCopies(inputs, input), TestPlan.traits(schema, ChangelogMode.RETRACT));
    }

    private static OperatorHarness harness(String schema, String... inputs) {
        OperatorHarness harness =
                OperatorHarness.of(settings -> new UnionAllOperator(union(schema, inputs.length), settings));
        for (String input : inputs) {
            harness.input(schema, input);
        }
        return harness;
    }

    @Test
    void passesEveryChangeOfEveryInputInTheOrderOfArrival() {
        String left = """
                0: +I 1
                2: -D 1
                """;
        String right = """
                1: +I 1
                3: +I 2
                """;
        harness("x INT", left, right).expect("""
                0: +I 1
                1: +I 1
                2: -D 1
                3: +I 2
                """);
    }

    @Test
    void atOnePositionTheFirstInputComesFirstAndAnUpdateStaysTogether() {
        String left = """
                4: +I a
                5: -U a
                5: +U b
                """;
        String right = """
                4: +I c
                5: -U c
                5: +U d
                7: -D d
                """;
        harness("x STRING", left, right).expect("""
                4: +I a
                4: +I c
                5: -U a
                5: +U b
                5: -U c
                5: +U d
                7: -D d
                """);
    }

    @Test
    void mergesMoreThanTwoInputs() {
        harness("x INT", "1: +I 10\n6: +I 11", "", "2: +I 20\n6: +I 21", "0: +I 30\n3: +I 31\n6: +I 32")
                .expect("""
                0: +I 30
                1: +I 10
                2: +I 20
                3: +I 31
                6: +I 11
                6: +I 21
                6: +I 32
                """);
    }

    @Test
    void carriesEveryStorageAndNulls() {
        String left = """
                0: +I one, 1, 1.5, TRUE, 12345678901234567890.25
                2: +I NULL, NULL, NULL, NULL, NULL
                4: -D one, 1, 1.5, TRUE, 12345678901234567890.25
                """;
        String right = """
                1: +I NULL, NULL, NULL, NULL, NULL
                2: +I "a, b", -7, -0.25, FALSE, -0.01
                3: +I "", 0, 0.0, TRUE, 0.00
                """;
        harness(ALL_STORAGES, left, right).expect("""
                0: +I one, 1, 1.5, TRUE, 12345678901234567890.25
                1: +I NULL, NULL, NULL, NULL, NULL
                2: +I NULL, NULL, NULL, NULL, NULL
                2: +I "a, b", -7, -0.25, FALSE, -0.01
                3: +I "", 0, 0.0, TRUE, 0.00
                4: -D one, 1, 1.5, TRUE, 12345678901234567890.25
                """);
    }

    @Test
    void theWatermarkIsTheLowestAsOfEachPosition() {
        String left = """
                0: +I 1
                -- watermark 100
                2: +I 2
                -- watermark 200
                4: +I 3
                """;
        String right = """
                1: +I 10
                -- watermark 50
                3: +I 11
                -- watermark 150
                5: +I 12
                -- watermark 300
                """;
        harness("x INT", left, right).expect("""
                0: +I 1
                1: +I 10
                -- watermark 50
                2: +I 2
                3: +I 11
                -- watermark 150
                4: +I 3
                5: +I 12
                -- watermark 200
                """);
    }

    @Test
    void anInputWithoutWatermarkHoldsAllBack() {
        ChangeBatch batch = ChangeText.parse("+I 1\n+I 2", SchemaText.parse("x INT"), 0);
        List<ChangeBatch> emitted = advance(2, "x INT", batch.withWatermarks(Watermarks.constant(9)));
        assertThat(emitted.get(0).watermarks().after()).isEqualTo(Watermarks.NONE);
    }

    @Test
    void aSingleInputPassesWithoutCopying() {
        Schema schema = SchemaText.parse("x INT");
        ChangeBatch batch = ChangeText.parse("+I 1\n+I 2", schema, 0);
        List<ChangeBatch> emitted = advance(2, "x INT", batch);
        assertThat(emitted).hasSize(1);
        assertThat(emitted.get(0).column(0)).isSameAs(batch.column(0));
    }

    @Test
    void longRoundsComeOutInBatchesThatDoNotPartAPosition() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3000; i++) {
            text.append(i)
                    .append(": -U ")
                    .append(i)
                    .append('\n')
                    .append(i)
                    .append(": +U ")
                    .append(i)
                    .append('\n');
        }
        ChangeBatch batch = ChangeText.parse(text.toString(), SchemaText.parse("x INT"), 0);
        List<ChangeBatch> emitted = advance(3000, "x INT", batch, batch);
        assertThat(emitted.stream().mapToInt(ChangeBatch::size).sum()).isEqualTo(12_000);
        assertThat(emitted).allSatisfy(part -> {
            assertThat(part.size()).isLessThan(ChangeBatch.ROWS_MAX + 4);
            assertThat(part.kind(0)).isEqualTo(RowKind.MINUS_U);
            assertThat(part.size() % 4).isZero();
        });
    }

    /** What a union emits in a round in which each input receives one of the batches. */
    private static List<ChangeBatch> advance(long position, String schema, ChangeBatch... batches) {
        OperatorSettings settings = new OperatorSettings(true, ZoneOffset.UTC, null);
        UnionAllOperator operator = new UnionAllOperator(union(schema, batches.length + 1), settings);
        List<ChangeBatch> emitted = new ArrayList<>();
        Tick tick = new Tick(1, 0, 0);
        for (int i = 0; i < batches.length; i++) {
            operator.receive(i, batches[i], tick, emitted::add);
        }
        operator.advance(position, tick, emitted::add);
        return emitted;
    }
}
