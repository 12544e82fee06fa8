// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.consolidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsolidateOperatorTest {

    private static final Schema SCHEMA = SchemaText.parse("k INT, v INT");
    private static final Tick TICK = new Tick(1, 0, 0);

    @Test
    void rowsThatCameAndWentAreNoFinalRows() {
        assertThat(firstVersion(null, "+I 1, 1", "-U 1, 1", "+U 1, 2", "+I 2, 1", "-D 2, 1"))
                .containsExactly("+I 1, 2");
    }

    @Test
    void retractionOfRowThatWasNeverThereIsCounted() {
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, null, true, true);
        assertThat(run(operator, "-D 1, 1", "+I 2, 2")).containsExactly("+I 2, 2");
        assertThat(operator.unknownRetractions()).isEqualTo(1);
    }

    @Test
    void lastRowOfKeyStandsHoweverItsFirstWasCalled() {
        assertThat(firstVersion(ColumnSet.of(0), "+U 1, 1", "+U 2, 1", "-D 2, 1", "+U 1, 2", "-D 3, 0"))
                .containsExactly("+I 1, 2");
    }

    /** A source may put a key again with +I that an earlier tick has put: the delete behind it must not cancel out. */
    @Test
    void deletedKeyIsDeletedAlsoIfItWasPutInTheSameTick() {
        assertThat(run(
                        new ConsolidateOperator(SCHEMA, ColumnSet.of(0), false, false),
                        "+I 1, 1",
                        "-D 1, 1",
                        "+I 2, 1",
                        "+U 2, 2"))
                .containsExactly("-D 1, 1", "+I 2, 2");
    }

    @Test
    void aKeyThatCameAndWentIsNotDeletedWhereAnInsertSaysThatItWasAbsent() {
        assertThat(run(
                        new ConsolidateOperator(SCHEMA, ColumnSet.of(0), true, false),
                        "+I 1, 5",
                        "+U 1, 6",
                        "+I 2, 7",
                        "-D 2, 7",
                        "+U 3, 8",
                        "-D 3, 8",
                        "+U 4, 9",
                        "-D 4, 9",
                        "+I 4, 1",
                        "+I 5, 1",
                        "-D 5, 1",
                        "+I 5, 2"))
                .containsExactly("+I 1, 6", "-D 3, 8", "+U 4, 1", "+I 5, 2");
    }

    /** Two updates that arrive one after the other, of which one's new row is the other's old one: of each a half is left. */
    @Test
    void halfOfAnUpdateWhoseOtherWasCancelledIsNone() {
        assertThat(run(
                        new ConsolidateOperator(SCHEMA, null, true, false),
                        "0: -U 1, 1",
                        "0: +U 1, 2",
                        "1: -U 1, 2",
                        "1: +U 1, 3",
                        "2: -U 5, 5",
                        "2: +U 5, 6"))
                .containsExactly("-D 1, 1", "+I 1, 3", "-U 5, 5", "+U 5, 6");
    }

    @Test
    void neighboursThatWereNoneBeforeAreNoUpdate() {
        assertThat(run(
                        new ConsolidateOperator(SCHEMA, null, true, false),
                        "0: -U 1, 1",
                        "0: +U 2, 2",
                        "1: -U 2, 2",
                        "1: +U 3, 3",
                        "2: -U 4, 4",
                        "3: +U 5, 5"))
                .containsExactly("-D 1, 1", "+I 3, 3", "-D 4, 4", "+I 5, 5");
    }

    /** A half that only cancels another change keeps no place: what comes before and after it did not belong together. */
    @Test
    void halvesOfDifferentUpdatesDontPair() {
        assertThat(run(
                        new ConsolidateOperator(SCHEMA, null, true, false),
                        "0: +I 9, 9",
                        "1: -U 1, 1",
                        "1: +U 2, 2",
                        "2: -U 9, 9",
                        "2: +U 3, 3"))
                .containsExactly("-U 1, 1", "+U 2, 2", "+I 3, 3");
    }

    @Test
    void halvesInDifferentBatchesAreNoUpdate() {
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, null, true, false);
        operator.receive(0, ChangeText.parse("0: -U 1, 1", SCHEMA, 0), TICK, batch -> {});
        assertThat(run(operator, "0: +U 1, 2")).containsExactly("-D 1, 1", "+I 1, 2");
    }

    @Test
    void aKeyThatOnlyGoesIsDeleted() {
        assertThat(run(new ConsolidateOperator(SCHEMA, ColumnSet.of(0), false, false), "-U 1, 1", "-D 2, 2", "+U 3, 3"))
                .containsExactly("-D 1, 1", "-D 2, 2", "+U 3, 3");
    }

    /** Random changes of few rows against a bag: what goes out has the same net effect, and no row goes out both ways. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void netEffectIsThatOfAllChanges(int seed) {
        Random random = new Random(seed);
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, null, true, false);
        for (int tick = 0; tick < 50; tick++) {
            Map<String, Integer> expected = new TreeMap<>();
            List<String> changes = new ArrayList<>();
            for (int position = 0; position < 20; position++) {
                String old = random.nextInt(3) + ", " + random.nextInt(3);
                String fresh = random.nextInt(3) + ", " + random.nextInt(3);
                boolean update = random.nextBoolean();
                if (update || random.nextBoolean()) {
                    changes.add(position + (update ? ": -U " : ": -D ") + old);
                    expected.merge(old, -1, Integer::sum);
                }
                if (update || random.nextBoolean()) {
                    changes.add(position + (update ? ": +U " : ": +I ") + fresh);
                    expected.merge(fresh, 1, Integer::sum);
                }
            }
            Map<String, Integer> actual = new TreeMap<>();
            List<String> emitted = run(operator, changes.toArray(String[]::new));
            for (int i = 0; i < emitted.size(); i++) {
                int sign = emitted.get(i).charAt(0) == '-' ? -1 : 1;
                int before = actual.merge(emitted.get(i).substring(3), sign, Integer::sum) - sign;
                assertThat(before * sign).isNotNegative();
                if (emitted.get(i).startsWith("-U")) {
                    assertThat(emitted.get(i + 1)).startsWith("+U");
                } else if (emitted.get(i).startsWith("+U")) {
                    assertThat(emitted.get(i - 1)).startsWith("-U");
                }
            }
            expected.values().removeIf(count -> count == 0);
            assertThat(actual).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"+I", "+U"})
    void aLargeTickGoesOutInSeveralBatches(String kind) {
        ConsolidateOperator operator = new ConsolidateOperator(SCHEMA, null, true, false);
        StringBuilder changes = new StringBuilder();
        int rows = 2 * ChangeBatch.ROWS_MAX + 3;
        for (int i = 0; i < rows; i++) {
            changes.append(kind.equals("+U") ? i + ": -U " + i + ", 0\n" : "");
            changes.append(i).append(": ").append(kind).append(' ').append(i).append(", 1\n");
        }
        operator.receive(0, ChangeText.parse(changes.toString(), SCHEMA, 0), TICK, batch -> {});
        List<ChangeBatch> emitted = new ArrayList<>();
        operator.endTick(rows, TICK, emitted::add);
        assertThat(emitted)
                .hasSizeGreaterThan(2)
                .allSatisfy(batch -> assertThat(batch.size()).isLessThanOrEqualTo(ChangeBatch.ROWS_MAX + 1));
        assertThat(emitted.stream().mapToInt(ChangeBatch::size).sum()).isEqualTo(kind.equals("+U") ? 2 * rows : rows);
        assertThat(emitted).noneMatch(batch -> batch.kind(0) == RowKind.PLUS_U);
    }

    private static List<String> firstVersion(@Nullable ColumnSet key, String... changes) {
        return run(new ConsolidateOperator(SCHEMA, key, false, true), changes);
    }

    private static List<String> run(ConsolidateOperator operator, String... changes) {
        List<String> emitted = new ArrayList<>();
        operator.receive(0, ChangeText.parse(String.join("\n", changes), SCHEMA, 0), TICK, batch -> {});
        operator.endTick(changes.length, TICK, batch -> {
            for (int i = 0; i < batch.size(); i++) {
                emitted.add(RowKind.of(batch.kind(i)).symbol() + " "
                        + batch.longs(0).values()[i] + ", " + batch.longs(1).values()[i]);
            }
        });
        return emitted;
    }
}
