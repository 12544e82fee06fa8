// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import org.junit.jupiter.api.Test;

class KeyHandoverOperatorTest {

    private static OperatorHarness byName() {
        return byName(true);
    }

    private static OperatorHarness byName(boolean wholeUpdates) {
        return OperatorHarness.of(settings -> new KeyHandoverOperator(ColumnSet.of(0), wholeUpdates))
                .outputKey(0)
                .loneUpdates();
    }

    @Test
    void rowsThatChangePlacesKeepTheirKeys() {
        byName().input("name STRING, place BIGINT", """
                        1: +I ann, 1
                        2: +I bob, 2
                        3: -U ann, 1
                        3: +U bob, 1
                        3: -U bob, 2
                        3: +U ann, 2
                        """).expect("""
                        1: +I ann, 1
                        2: +I bob, 2
                        3: -U ann, 1
                        3: +U bob, 1
                        3: +U ann, 2
                        """).expectConsolidated("""
                        1: +I ann, 1
                        2: +I bob, 2
                        3: -U ann, 1
                        3: +U bob, 1
                        3: +U ann, 2
                        """);
    }

    @Test
    void whatIsTakenOutFirstOrLaterPassesAsItIs() {
        String log = """
                        1: +I ann, 1
                        2: -U ann, 1
                        2: +U ann, 2
                        2: +I bob, 1
                        3: -D ann, 2
                        3: +I eve, 3
                        3: -D bob, 1
                        """;
        byName().input("name STRING, place BIGINT", log).expect(log);
    }

    /** Rows that wait for a watermark come and go under one position. */
    @Test
    void whatComesAndGoesIsLeftOut() {
        byName().input("name STRING, place BIGINT", """
                        5: +I cid, 1
                        6: +I eve, 1
                        7: +I bob, 2
                        7: -D bob, 2
                        7: +U ann, 1
                        7: -U ann, 1
                        7: -U cid, 1
                        7: +U cid, 2
                        7: -U cid, 2
                        7: +U cid, 3
                        7: +I eve, 3
                        7: -D eve, 3
                        7: +I eve, 4
                        7: -D eve, 1
                        8: -D cid, 3
                        """).expect("""
                        5: +I cid, 1
                        6: +I eve, 1
                        7: -U cid, 1
                        7: +U cid, 3
                        7: +I eve, 4
                        8: -D cid, 3
                        """);
    }

    /** The row that bob had, which two others seemed to take the place of, goes after all. */
    @Test
    void aKeyThatIsHandedOnAndGivenUpIsDeleted() {
        byName().input("name STRING, place BIGINT", """
                        1: +I bob, 1
                        2: +I bob, 2
                        2: -D bob, 1
                        2: +I bob, 3
                        2: -D bob, 2
                        2: -D bob, 3
                        3: +I bob, 4
                        4: +I bob, 5
                        4: +I bob, 6
                        4: -D bob, 5
                        4: -D bob, 4
                        """).expect("""
                        1: +I bob, 1
                        2: -D bob, 1
                        3: +I bob, 4
                        4: +I bob, 6
                        """);
    }

    @Test
    void anUpdateThatDoesNotTellWhatItReplacesIsNotTakenBack() {
        byName(false).input("name STRING, place BIGINT", """
                        1: +I bob, 1
                        2: +U bob, 2
                        2: -D bob, 2
                        3: +I ann, 1
                        4: +U ann, 2
                        4: +U ann, 3
                        4: -D ann, 3
                        5: +I ann, 4
                        5: +U ann, 5
                        5: -D ann, 5
                        6: +I eve, 1
                        7: +U eve, 2
                        7: +I eve, 3
                        7: -D eve, 2
                        """).expect("""
                        1: +I bob, 1
                        2: -D bob, 2
                        3: +I ann, 1
                        4: -D ann, 3
                        6: +I eve, 1
                        7: +I eve, 3
                        """);
    }

    /** The row that failed before, at position 2, lets the rounds go on up to there. */
    @Test
    void whatLiesBeforeAFailedRowGoesOut() {
        Schema schema = SchemaText.parse("name STRING");
        KeyHandoverOperator operator = new KeyHandoverOperator(ColumnSet.of(0), true);
        Tick tick = new Tick(1, 0, 0);
        StringBuilder log = new StringBuilder();
        Output output = batch -> log.append(ChangeText.print(batch, schema));

        operator.receive(0, ChangeText.parse("1: +I ann\n2: +I bob", schema, 1), tick, output);
        operator.advance(2, tick, output);

        assertThat(log.toString().lines()).containsExactly("+I ann");
    }

    /** A source that ends completes windows under the position that was last, in a round of its own. */
    @Test
    void whatARoundHasPutIsTakenOutByTheNext() {
        Schema schema = SchemaText.parse("name STRING");
        KeyHandoverOperator operator = new KeyHandoverOperator(ColumnSet.of(0), true);
        Tick tick = new Tick(1, 0, 0);
        StringBuilder log = new StringBuilder();
        Output output = batch -> log.append(ChangeText.print(batch, schema));

        operator.receive(0, ChangeText.parse("+I ann", schema, 7), tick, output);
        operator.advance(8, tick, output);
        operator.receive(0, ChangeText.parse("-D ann", schema, 7), tick, output);
        operator.advance(8, tick, output);

        assertThat(log.toString().lines()).containsExactly("+I ann", "-D ann");
    }

    @Test
    void manyRowsMoveUpOnePlace() {
        int names = 1000;
        StringBuilder before = new StringBuilder();
        StringBuilder input = new StringBuilder();
        StringBuilder output = new StringBuilder();
        for (int i = 0; i < names; i++) {
            before.append("1: +I n" + i + ", " + i + "\n");
            if (i + 1 < names) {
                input.append("2: -U n" + i + ", " + i + "\n2: +U n" + (i + 1) + ", " + i + "\n");
                output.append((i == 0 ? "2: -U n0, 0\n" : "") + "2: +U n" + (i + 1) + ", " + i + "\n");
            }
        }
        input.append("2: -D n" + (names - 1) + ", " + (names - 1) + "\n");

        byName().input("name STRING, place BIGINT", before.toString() + input).expect(before.toString() + output);
    }
}
