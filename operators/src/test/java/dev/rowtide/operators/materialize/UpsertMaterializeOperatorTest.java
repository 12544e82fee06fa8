// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.materialize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.ConflictAction;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.UpsertMaterialize;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.testing.OperatorHarness;
import dev.rowtide.operators.testing.SchemaText;
import dev.rowtide.operators.testing.TestPlan;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpsertMaterializeOperatorTest {

    private static final ColumnSet FIRST = ColumnSet.of(0);

    private static UpsertMaterialize node(String schema, ColumnSet keys, @Nullable ColumnSet inputKeys) {
        return new UpsertMaterialize(
                TestPlan.input(schema, ChangelogMode.RETRACT),
                keys,
                inputKeys,
                TestPlan.traits(schema, ChangelogMode.UPSERT));
    }

    private static OperatorHarness harness(String schema, @Nullable ColumnSet inputKeys, String input) {
        UpsertMaterialize node = node(schema, FIRST, inputKeys);
        return OperatorHarness.of(settings -> new UpsertMaterializeOperator(node, settings))
                .input(schema, input)
                .outputKey(0);
    }

    private static OperatorHarness resolving(ConflictAction conflicts, String input) {
        UpsertMaterialize node = new UpsertMaterialize(
                TestPlan.input("seat STRING, who STRING", ChangelogMode.RETRACT),
                FIRST,
                null,
                conflicts,
                false,
                StateTtl.FOREVER,
                TestPlan.traits("seat STRING, who STRING", ChangelogMode.UPSERT));
        return OperatorHarness.of(settings -> new UpsertMaterializeOperator(node, settings))
                .input("seat STRING, who STRING", input)
                .outputKey(0);
    }

    @Test
    void theEarliestRowStandsUntilItIsTakenBack() {
        resolving(ConflictAction.NOTHING, """
                +I s1, ann
                +I s1, bob
                +I s1, cat
                -D s1, bob
                -D s1, ann
                -D s1, cat
                """).expect("""
                0: +I s1, ann
                4: +U s1, cat
                5: -D s1, cat
                """);
    }

    /** A key may pass from one row to another at one position, and rows may be equal. */
    @Test
    void twoRowsAtOnceAreAnErrorWhereThereMustBeNone() {
        resolving(ConflictAction.ERROR, """
                +I s1, ann
                +I s1, ann
                -D s1, ann
                -U s1, ann
                +U s1, bob
                +I s2, cat
                +I s1, dan
                +I s3, eve
                """).expect("""
                0: +I s1, ann
                3: +U s1, bob
                4: +I s2, cat
                -- fails at 5: KEY_CONFLICT
                """);
    }

    @Test
    void takingBackTheLatestRowShowsTheOneBefore() {
        harness("seat STRING, who STRING", null, """
                +I s1, ann
                +I s1, bob
                +I s1, cat
                -D s1, bob
                -D s1, cat
                -D s1, ann
                """).expect("""
                0: +I s1, ann
                1: +U s1, bob
                2: +U s1, cat
                4: +U s1, ann
                5: -D s1, ann
                """);
    }

    @Test
    void anUpdateMayLeaveOneKeyAndEnterAnother() {
        harness("name STRING, price INT", null, """
                +I pen, 5
                +I pen, 7
                -U pen, 7
                +U cap, 7
                -D pen, 5
                """).expect("""
                0: +I pen, 5
                1: +U pen, 7
                2: +U pen, 5
                2: +I cap, 7
                3: -D pen, 5
                """);
    }

    @Test
    void anUpdateOfTheOnlyRowIsOneChange() {
        harness("k STRING, v INT", null, """
                +I a, 1
                -U a, 1
                +U a, 2
                -U a, 2
                +U a, 2
                """).expect("""
                0: +I a, 1
                1: +U a, 2
                """);
    }

    @Test
    void ofEqualRowsTheOldestIsTakenBack() {
        harness("k STRING, v INT", null, """
                +I a, 1
                +I a, 2
                +I a, 1
                -D a, 1
                -D a, 1
                -D a, 2
                """).expect("""
                0: +I a, 1
                1: +U a, 2
                2: +U a, 1
                4: +U a, 2
                5: -D a, 2
                """);
    }

    @Test
    void rowsAreToldApartByTheInputsKey() {
        harness("k STRING, id INT, v INT", ColumnSet.of(1), """
                +I a, 1, 10
                +I a, 2, 20
                -D a, 1, 99
                -D a, 2, 99
                """).expect("""
                0: +I a, 1, 10
                1: +U a, 2, 20
                3: -D a, 2, 20
                """);
    }

    @Test
    void aRowPutAgainUnderItsInputKeyKeepsItsPlace() {
        harness("k STRING, id INT, v INT", ColumnSet.of(1), """
                +I a, 1, 10
                +I a, 2, 20
                +I a, 1, 11
                +I a, 2, 21
                -D a, 2, 21
                -D a, 1, 11
                """).expect("""
                0: +I a, 1, 10
                1: +U a, 2, 20
                3: +U a, 2, 21
                4: +U a, 1, 11
                5: -D a, 1, 11
                """);
    }

    @Test
    void withinATickOnlyTheNetChangeOfAKeyCounts() {
        harness("k STRING, id INT, v INT", ColumnSet.of(1), """
                +I a, 1, 10
                +I b, 7, 70
                +I a, 2, 20
                -- tick
                +I a, 3, 30
                +I a, 2, 21
                -D a, 3, 30
                -D b, 7, 70
                -- tick
                -D a, 2, 21
                +I a, 2, 21
                +I b, 8, 80
                """).expectConsolidated("""
                2: +I a, 2, 20
                2: +I b, 7, 70
                -- tick
                6: +U a, 2, 21
                6: -D b, 7, 70
                -- tick
                9: +I b, 8, 80
                """);
    }

    @Test
    void aNullInTheKeyIsAKey() {
        harness("k STRING, v INT", null, "+I NULL, 1\n+I NULL, NULL\n-D NULL, NULL")
                .expect("""
                +I NULL, 1
                +U NULL, NULL
                +U NULL, 1
                """);
    }

    @Test
    void retractionsOfUnknownRowsAreCountedAndChangeNothing() {
        String schema = "k STRING, v INT";
        String input = "+I a, 1\n-D a, 2\n-D b, 1\n-D a, 1\n-D a, 1";
        harness(schema, null, input).expect("0: +I a, 1\n3: -D a, 1");
        UpsertMaterializeOperator operator = new UpsertMaterializeOperator(
                node(schema, FIRST, null), new OperatorSettings(true, ZoneOffset.UTC, null));
        operator.receive(0, ChangeText.parse(input, SchemaText.parse(schema), 0), new Tick(1, 0, 0), batch -> {});
        assertThat(operator.unknownRetractions()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void agreesWithListsOnRandomChangesOfWholeRows(long seed) {
        // Few keys and many rows, so that lists grow past what is scanned; values repeat, so that equal rows occur.
        checkRandom(seed, 2, 60, null);
        checkRandom(seed, 40, 3, null);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void agreesWithListsOnRandomChangesByInputKey(long seed) {
        checkRandom(seed, 2, 1000, ColumnSet.of(1));
        checkRandom(seed, 20, 1000, ColumnSet.of(1));
    }

    /** Puts, takes back and updates random rows; an update may change the key. */
    private static void checkRandom(long seed, int keys, int values, @Nullable ColumnSet inputKeys) {
        Random random = new Random(seed);
        Model model = new Model();
        List<String> live = new ArrayList<>();
        StringBuilder input = new StringBuilder();
        for (int position = 0; position < 500; position++) {
            // With an input key each row has an id of its own, else equal rows are wanted.
            String row =
                    "k" + random.nextInt(keys) + ", " + (inputKeys == null ? random.nextInt(values) : position) + ", x";
            if (random.nextInt(25) == 0) {
                input.append("-- tick\n");
            }
            int action = live.size() < 30 ? 0 : random.nextInt(4);
            if (action < 2) {
                input.append("+I ").append(row).append('\n');
                model.put(row);
                live.add(row);
            } else {
                String old = live.remove(random.nextInt(live.size()));
                input.append(action == 2 ? "-D " : "-U ").append(old).append('\n');
                model.takeBack(old);
                if (action == 3) {
                    input.append("+U ").append(row).append('\n');
                    model.put(row);
                    live.add(row);
                }
            }
            model.complete(position);
        }
        harness("k STRING, id INT, v STRING", inputKeys, input.toString()).expect(model.log.toString());
    }

    /** What the operator does, in the plainest way. */
    private static final class Model {
        private final Map<String, List<String>> lists = new TreeMap<>();
        private final Map<String, String> shown = new TreeMap<>();
        private final Set<String> touched = new LinkedHashSet<>();
        private final StringBuilder log = new StringBuilder();

        private void put(String row) {
            list(row).add(row);
        }

        private void takeBack(String row) {
            list(row).remove(row);
        }

        private List<String> list(String row) {
            String key = row.substring(0, row.indexOf(','));
            touched.add(key);
            return lists.computeIfAbsent(key, absent -> new ArrayList<>());
        }

        private void complete(int position) {
            for (String key : touched) {
                List<String> list = lists.getOrDefault(key, List.of());
                String before = shown.get(key);
                String after = list.isEmpty() ? null : list.get(list.size() - 1);
                if (after == null) {
                    shown.remove(key);
                } else {
                    shown.put(key, after);
                }
                if (before == null && after != null) {
                    log.append(position + ": +I " + after + "\n");
                } else if (before != null && after == null) {
                    log.append(position + ": -D " + before + "\n");
                } else if (after != null && !after.equals(before)) {
                    log.append(position + ": +U " + after + "\n");
                }
            }
            touched.clear();
        }
    }
}
