// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.changelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.FromChangelog;
import dev.rowtide.core.plan.ToChangelog;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import dev.rowtide.operators.testing.TestPlan;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FromChangelogOperatorTest {

    private static final String INPUT = "id INT, op STRING, nm STRING";
    private static final String OUTPUT = "id INT, nm STRING";
    private static final Map<String, Integer> KINDS =
            Map.of("INSERT", 0, "UPDATE_BEFORE", 1, "UPDATE_AFTER", 2, "DELETE", 3);
    private static final Tick TICK = new Tick(1, 0, 0);

    private final List<String> log = new ArrayList<>();

    private static FromChangelog node(String input, Map<String, Integer> kinds) {
        return new FromChangelog(
                TestPlan.input(input, ChangelogMode.APPEND), 1, kinds, TestPlan.traits(OUTPUT, ChangelogMode.RETRACT));
    }

    private static OperatorHarness harness(String input, String rows, Map<String, Integer> kinds) {
        FromChangelog node = node(input, kinds);
        return OperatorHarness.of(settings -> new FromChangelogOperator(node, settings))
                .input(input, rows)
                .output(OUTPUT);
    }

    private static FromChangelogOperator operator() {
        return new FromChangelogOperator(node(INPUT, KINDS), new OperatorSettings(true, ZoneOffset.UTC, null));
    }

    @Test
    void rowsBecomeChangesOfTheKindThatTheySay() {
        harness(INPUT, """
                0: +I 1, INSERT, ann
                1: +I 2, INSERT, bob
                2: +I 1, UPDATE_BEFORE, ann
                2: +I 1, UPDATE_AFTER, amy
                3: +I 2, DELETE, bob
                """, KINDS).expect("""
                0: +I 1, ann
                1: +I 2, bob
                2: -U 1, ann
                2: +U 1, amy
                3: -D 2, bob
                """);
    }

    @Test
    void halvesOfAnUpdateThatAreRowsOfTheirOwnBecomeOneChange() {
        FromChangelogOperator operator = operator();
        receive(operator, 0, "+I 1, INSERT, ann\n+I 1, UPDATE_BEFORE, ann\n+I 1, UPDATE_AFTER, amy\n+I 1, DELETE, amy");
        end(operator, 4);
        assertThat(log).containsExactly("0: +I 1, ann", "2: -U 1, ann", "2: +U 1, amy", "3: -D 1, amy");
        assertThat(operator.unpairedUpdates()).isZero();
    }

    @Test
    void anUpdateIsOneChangeHoweverItsHalvesCome() {
        FromChangelogOperator operator = operator();
        receive(operator, 0, "+I 1, INSERT, ann\n+I 1, UPDATE_BEFORE, ann");
        operator.advance(2, TICK, this::record);
        receive(operator, 2, "+I 1, UPDATE_AFTER, amy\n+I 1, UPDATE_BEFORE, amy");
        receive(operator, 4, "+I 1, UPDATE_AFTER, NULL");
        end(operator, 5);
        assertThat(log)
                .containsExactly("0: +I 1, ann", "2: -U 1, ann", "2: +U 1, amy", "4: -U 1, amy", "4: +U 1, NULL");
        assertThat(operator.unpairedUpdates()).isZero();
    }

    /** One that a tick's end parts from it is not: how many are does not depend on where ticks end. */
    @Test
    void anUpdateWithoutItsSecondHalfTakesTheRowOutAndIsCounted() {
        FromChangelogOperator operator = operator();
        receive(operator, 0, "+I 1, INSERT, ann\n+I 2, INSERT, bob\n+I 1, UPDATE_BEFORE, ann\n+I 3, INSERT, cid");
        receive(operator, 4, "+I 2, UPDATE_BEFORE, bob");
        receive(operator, 5, "+I 4, INSERT, dan\n+I 3, UPDATE_BEFORE, cid");
        end(operator, 7);
        receive(operator, 7, "+I 3, UPDATE_AFTER, cyd");
        end(operator, 8);
        assertThat(log)
                .containsExactly(
                        "0: +I 1, ann",
                        "1: +I 2, bob",
                        "3: -U 1, ann",
                        "3: +I 3, cid",
                        "5: -U 2, bob",
                        "5: +I 4, dan",
                        "6: -U 3, cid",
                        "7: +U 3, cyd");
        assertThat(operator.unpairedUpdates()).isEqualTo(2);

        StateBytes snapshot = new StateBytes();
        operator.snapshot(0, StateWriter.PARTITIONS - 1, snapshot);
        FromChangelogOperator restored = operator();
        restored.restore(StateBytes.of(snapshot.toByteArray()));
        assertThat(restored.unpairedUpdates()).isEqualTo(2);
    }

    @Test
    void severalCodesMayMeanOneKindAndPaddingIsNoPartOfThem() {
        harness("id INT, op CHAR(3), nm STRING", """
                +I 1, c, ann
                +I 2, r, bob
                +I 1, d, ann
                """, Map.of("c", 0, "r", 0, "d", 3))
                .expect("""
                +I 1, ann
                +I 2, bob
                -D 1, ann
                """);
    }

    @Test
    void aRowWithAnUnknownCodeFails() {
        harness(INPUT, "+I 1, INSERT, ann\n+I 2, insert, bob\n+I 3, INSERT, cid", KINDS)
                .expect("0: +I 1, ann\n-- fails at 1: BAD_RECORD");
        harness(INPUT, "+I 1, INSERT, ann\n+I 2, NULL, bob", KINDS).expect("0: +I 1, ann\n-- fails at 1: BAD_RECORD");
        assertThatThrownBy(() -> receive(operator(), 0, "+I 2, insert, bob"))
                .isInstanceOfSatisfying(RowFailure.class, failure -> {
                    assertThat(failure.error().message()).isEqualTo("column \"op\" says no kind of change: 'insert'");
                    assertThat(failure.error().detail())
                            .isEqualTo("the codes known are 'DELETE', 'INSERT', 'UPDATE_AFTER', 'UPDATE_BEFORE', "
                                    + "for the row id = 2, op = 'insert', nm = 'bob'");
                });
    }

    @Test
    void rowsWithAnUnknownCodeAreDeadLetters() {
        harness(INPUT, """
                0: +I 1, INSERT, ann
                1: +I 2, NULL, bob
                2: +I 1, UPDATE_BEFORE, ann
                2: +I 9, ?, dot
                2: +I 1, UPDATE_AFTER, amy
                """, KINDS)
                .deadLetters()
                .expect("""
                0: +I 1, ann
                2: -U 1, ann
                2: +U 1, amy
                """)
                .expectDeadLetters("1: id = 2, op = NULL, nm = 'bob'\n2: id = 9, op = '?', nm = 'dot'\n");
    }

    @Test
    void thereAndBackIsTheSameChangelog() {
        String changes = """
                0: +I 1, ann
                1: -U 1, ann
                1: +U 1, NULL
                2: -D 1, NULL
                3: +I 2, bob
                """;
        ToChangelog to = new ToChangelog(
                TestPlan.input(OUTPUT, ChangelogMode.RETRACT),
                List.of("INSERT", "UPDATE_BEFORE", "UPDATE_AFTER", "DELETE"),
                TestPlan.traits("op STRING, " + OUTPUT, ChangelogMode.APPEND));
        FromChangelog from = new FromChangelog(to, 0, KINDS, TestPlan.traits(OUTPUT, ChangelogMode.RETRACT));
        OperatorSettings settings = new OperatorSettings(true, ZoneOffset.UTC, null);
        FromChangelogOperator back = new FromChangelogOperator(from, settings);
        new ToChangelogOperator(to, settings)
                .receive(
                        0,
                        ChangeText.parse(changes, SchemaText.parse(OUTPUT), 0),
                        TICK,
                        batch -> back.receive(0, batch, TICK, this::record));
        end(back, 4);
        assertThat(log).isEqualTo(changes.lines().toList());
    }

    private void receive(FromChangelogOperator operator, long position, String rows) {
        operator.receive(0, ChangeText.parse(rows, SchemaText.parse(INPUT), position), TICK, this::record);
    }

    private void end(FromChangelogOperator operator, long position) {
        operator.advance(position, TICK, this::record);
        operator.endTick(position, TICK, this::record);
    }

    private void record(ChangeBatch batch) {
        Schema schema = SchemaText.parse(OUTPUT);
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            StringBuilder text = new StringBuilder().append(batch.position(row)).append(": ");
            ChangeText.printRow(batch, row, schema, text);
            log.add(text.toString());
        }
    }
}
