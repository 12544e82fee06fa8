// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import static dev.rowtide.core.plan.ChangelogMode.APPEND;
import static dev.rowtide.core.plan.ChangelogMode.RETRACT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompleteJoinOperatorTest {

    private static final String ROWS = "k INT, s STRING, v INT";
    private static final long POSITION = 7;

    @Test
    void pairsComeByTheRightRowThenByTheLeft() {
        Join join = plain().on(0, 0).node();

        assertThat(run(
                        new CompleteJoinOperator(join),
                        join,
                        List.of("+I 1, a, 1\n+I 2, b, 2", "+I 1, c, 3"),
                        List.of("+I 2, x, 4\n+I 1, y, 5")))
                .isEqualTo("""
                        +I 2, b, 2, 2, x, 4
                        +I 1, a, 1, 1, y, 5
                        +I 1, c, 3, 1, y, 5
                        """);
    }

    @Test
    void nullsMatchWhereTheJoinSaysSo() {
        Join join = plain().on(0, 0).nullsMatch().node();
        Join plain = plain().on(0, 0).node();
        List<String> left = List.of("+I NULL, a, 1");
        List<String> right = List.of("+I NULL, x, 2");

        assertThat(run(new CompleteJoinOperator(join), join, left, right)).isEqualTo("+I NULL, a, 1, NULL, x, 2\n");
        assertThat(run(new CompleteJoinOperator(plain), plain, left, right)).isEmpty();
    }

    @Test
    void isForInnerJoinsOfRowsThatStay() {
        assertThat(CompleteJoinOperator.isFor(plain().on(0, 0).node())).isTrue();
        assertThat(CompleteJoinOperator.isFor(
                        plain().on(0, 0).left(ROWS, RETRACT).node()))
                .isFalse();
        assertThat(CompleteJoinOperator.isFor(Joins.of(JoinType.LEFT)
                        .left(ROWS, APPEND)
                        .right(ROWS, APPEND)
                        .on(0, 0)
                        .node()))
                .isFalse();
    }

    /** The same log as that of the join whose rows may go on coming, in batches of any size, of any key. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
    void isTheJoinOfRowsOfOnePosition(int seed) {
        Random random = new Random(seed);
        Joins joins = plain();
        for (int k = 0; k < 3; k++) {
            joins = random.nextBoolean() ? joins.on(k, k) : joins;
        }
        Join join = (random.nextBoolean() ? joins.nullsMatch() : joins).node();
        List<String> left = batches(random);
        List<String> right = batches(random);

        OperatorSettings settings = new OperatorSettings(true, ZoneOffset.UTC, null);
        assertThat(run(new CompleteJoinOperator(join), join, left, right))
                .isEqualTo(run(new JoinOperator(join, settings), join, left, right));
    }

    private static Joins plain() {
        return Joins.of(JoinType.INNER).left(ROWS, APPEND).right(ROWS, APPEND);
    }

    private static List<String> batches(Random random) {
        List<String> batches = new ArrayList<>();
        for (int b = random.nextInt(4); b > 0; b--) {
            StringBuilder rows = new StringBuilder();
            for (int row = 1 + random.nextInt(30); row > 0; row--) {
                String key = random.nextInt(5) == 0 ? "NULL" : Integer.toString(random.nextInt(4));
                String text = random.nextInt(5) == 0 ? "NULL" : "t" + random.nextInt(3);
                rows.append("+I ")
                        .append(key)
                        .append(", ")
                        .append(text)
                        .append(", ")
                        .append(random.nextInt(3))
                        .append('\n');
            }
            batches.add(rows.toString());
        }
        return batches;
    }

    private static String run(Operator operator, Join join, List<String> left, List<String> right) {
        StringBuilder log = new StringBuilder();
        Output output = batch -> log.append(ChangeText.print(batch, join.schema()));
        Tick tick = new Tick(1, 0, 0);
        give(operator, 0, join.left().schema(), left, tick, output);
        give(operator, 1, join.right().schema(), right, tick, output);
        operator.advance(POSITION + 1, tick, output);
        return log.toString();
    }

    private static void give(
            Operator operator, int input, Schema schema, List<String> batches, Tick tick, Output output) {
        for (String text : batches) {
            String placed = text.replaceAll("(?m)^\\+", POSITION + ": +");
            operator.receive(input, ChangeText.parse(placed, schema, POSITION), tick, output);
        }
    }
}
