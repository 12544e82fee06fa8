// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.setop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.SetOperation;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.TestPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetOperationOperatorTest {

    private static final String ALL_STORAGES = "t STRING, n BIGINT, d DOUBLE, b BOOLEAN, w DECIMAL(30, 2)";

    private static OperatorHarness harness(boolean except, boolean all, String schema, String left, String right) {
        PlanNode input = TestPlan.input(schema, ChangelogMode.RETRACT);
        SetOperation node = new SetOperation(input, input, except, all, TestPlan.traits(schema, ChangelogMode.RETRACT));
        return OperatorHarness.of(settings -> new SetOperationOperator(node, settings))
                .input(schema, left)
                .input(schema, right);
    }

    @Test
    void intersectHasARowWhileBothInputsDo() {
        harness(false, false, "x INT", "0: +I 1\n2: +I 2\n4: -D 1", "1: +I 1\n3: +I 2")
                .expect("""
                        1: +I 1
                        3: +I 2
                        4: -D 1
                        """);
    }

    @Test
    void exceptTakesARowBackWhileTheOtherInputHasIt() {
        harness(true, false, "x INT", "0: +I 1\n1: +I 2\n3: +I 2", "2: +I 2\n4: -D 2")
                .expect("""
                        0: +I 1
                        1: +I 2
                        2: -D 2
                        4: +I 2
                        """);
    }

    @Test
    void intersectAllHasARowAsOftenAsTheInputWhereItIsRarer() {
        harness(false, true, "x INT", "0: +I 1\n1: +I 1\n2: +I 1", "3: +I 1\n4: +I 1\n5: -D 1")
                .expect("""
                        3: +I 1
                        4: +I 1
                        5: -D 1
                        """);
    }

    @Test
    void exceptAllHasARowAsOftenAsItIsLeftOver() {
        harness(true, true, "x INT", "0: +I 1\n0: +I 1\n0: +I 1\n5: -D 1", "3: +I 1\n4: +I 1\n6: -D 1\n7: -D 1")
                .expect("""
                        0: +I 1
                        0: +I 1
                        0: +I 1
                        3: -D 1
                        4: -D 1
                        5: -D 1
                        6: +I 1
                        7: +I 1
                        """);
    }

    @Test
    void changesOfOnePositionCountTogether() {
        harness(true, false, "x INT", "0: +I 1\n1: +I 2\n2: -U 2\n2: +U 3", "1: +I 2\n2: -U 2\n2: +U 3")
                .expect("0: +I 1");
    }

    @Test
    void rowsAreMatchedWholeNullToNull() {
        String left = """
                0: +I one, 1, 1.5, TRUE, 12345678901234567890.25
                1: +I NULL, NULL, NULL, NULL, NULL
                2: +I one, 1, 1.5, NULL, 12345678901234567890.25
                """;
        String right = """
                3: +I NULL, NULL, NULL, NULL, NULL
                4: +I one, 1, 1.5, TRUE, 12345678901234567890.25
                5: -D NULL, NULL, NULL, NULL, NULL
                """;
        harness(false, false, ALL_STORAGES, left, right).expect("""
                3: +I NULL, NULL, NULL, NULL, NULL
                4: +I one, 1, 1.5, TRUE, 12345678901234567890.25
                5: -D NULL, NULL, NULL, NULL, NULL
                """);
    }

    @Test
    void retractionOfARowThatIsNotThereHasNoEffect() {
        harness(true, true, "x INT", "0: -D 1\n1: +I 1", "2: -D 1").expect("1: +I 1");
    }

    @Test
    void consolidatedModeEmitsTheNetEffectOfEachTick() {
        harness(true, false, "x INT", "0: +I 1\n1: +I 2\n4: -D 1", "2: +I 2\n-- tick\n3: -D 2")
                .expectConsolidated("""
                        +I 1
                        -- tick
                        +I 2
                        -D 1
                        """);
    }

    @Test
    void watermarkIsTheLowest() {
        harness(false, false, "x INT", "0: +I 1\n-- watermark 10\n3: +I 2", "1: +I 1\n-- watermark 5\n4: +I 2")
                .expect("""
                        1: +I 1
                        -- watermark 5
                        4: +I 2
                        """);
    }

    /** After each position the output is the set operation of the rows that are in then, counted from scratch. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void foldedOutputIsTheOperationOnTheRowsLeft(boolean except, boolean all) {
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            List<List<String>> rows = List.of(new ArrayList<>(), new ArrayList<>());
            StringBuilder[] texts = {new StringBuilder(), new StringBuilder()};
            List<List<String>> expected = new ArrayList<>();
            for (int position = 0; position < 80; position++) {
                int changes = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1;
                for (int change = 0; change < changes; change++) {
                    int input = random.nextInt(2);
                    change(random, position, rows.get(input), texts[input]);
                }
                expected.add(result(except, all, rows.get(0), rows.get(1)));
            }
            OperatorHarness harness = harness(except, all, "a INT, b STRING", texts[0].toString(), texts[1].toString());
            compare(harness.run(), expected);
        }
    }

    private static void change(Random random, int position, List<String> rows, StringBuilder text) {
        String row = (random.nextInt(4) == 0 ? "NULL" : "" + random.nextInt(2)) + ", b" + random.nextInt(2);
        String prefix = position + ": ";
        switch (rows.isEmpty() ? 0 : random.nextInt(4)) {
            case 0, 1 -> text.append(prefix).append("+I ").append(row).append('\n');
            case 2 -> {
                text.append(prefix)
                        .append("-D ")
                        .append(rows.remove(random.nextInt(rows.size())))
                        .append('\n');
                return;
            }
            default -> {
                text.append(prefix)
                        .append("-U ")
                        .append(rows.remove(random.nextInt(rows.size())))
                        .append('\n');
                text.append(prefix).append("+U ").append(row).append('\n');
            }
        }
        rows.add(row);
    }

    private static List<String> result(boolean except, boolean all, List<String> left, List<String> right) {
        List<String> result = new ArrayList<>();
        for (String row :
                Stream.concat(left.stream(), right.stream()).distinct().toList()) {
            int l = Collections.frequency(left, row);
            int r = Collections.frequency(right, row);
            int copies;
            if (all) {
                copies = except ? Math.max(0, l - r) : Math.min(l, r);
            } else {
                copies = l > 0 && r > 0 != except ? 1 : 0;
            }
            result.addAll(Collections.nCopies(copies, row));
        }
        result.sort(null);
        return result;
    }

    private static void compare(List<String> log, List<List<String>> expected) {
        List<String> table = new ArrayList<>();
        int line = 0;
        for (int position = 0; position < expected.size(); position++) {
            for (; line < log.size() && log.get(line).startsWith(position + ": "); line++) {
                String change = log.get(line).substring(log.get(line).indexOf(": ") + 2);
                if (change.startsWith("+I")) {
                    table.add(change.substring(3));
                } else {
                    assertThat(change).startsWith("-D");
                    assertThat(table.remove(change.substring(3))).as(change).isTrue();
                }
            }
            List<String> sorted = new ArrayList<>(table);
            sorted.sort(null);
            assertThat(sorted).as("after position %d", position).isEqualTo(expected.get(position));
        }
        assertThat(line).isEqualTo(log.size());
    }
}
