// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.testing.SchemaText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergedPartsTest {

    private static final Schema SCHEMA = SchemaText.parse("k STRING, v BIGINT");

    private static final PartKeys KEYS = new PartKeys(List.of(new int[] {1}), new int[] {0});

    private final PartTurns turns = new PartTurns(1);
    private final List<String> merged = new ArrayList<>();
    private final List<ChangeBatch> batches = new ArrayList<>();

    private static ChangeBatch part(String... changes) {
        return batch(SCHEMA, changes);
    }

    private static ChangeBatch given(String... changes) {
        return batch(SchemaText.parse("v BIGINT, k STRING"), changes);
    }

    /** Changes, each a line {@code position: change}. */
    private static ChangeBatch batch(Schema schema, String... changes) {
        BatchBuilder builder = new BatchBuilder(schema);
        for (String change : changes) {
            String[] parts = change.split(": ", 2);
            ChangeBatch row = ChangeText.parse(parts[1], schema, 0);
            for (int c = 0; c < schema.size(); c++) {
                builder.column(c).append(row.column(c), 0);
            }
            builder.endRow(row.kind(0), Long.parseLong(parts[0]));
        }
        return builder.build(Watermarks.absent());
    }

    private void emit(MergedParts parts) {
        parts.emit(batch -> {
            batches.add(batch);
            for (int i = 0; i < batch.size(); i++) {
                StringBuilder text = new StringBuilder(batch.position(batch.row(i)) + ": ");
                ChangeText.printRow(batch, batch.row(i), SCHEMA, text);
                merged.add(text.toString());
            }
        });
    }

    @Test
    void positionsRise() {
        MergedParts parts = new MergedParts(3, turns, true, KEYS);
        parts.add(0, part("1: +I a, 1", "4: -U a, 1", "4: +U a, 2"));
        parts.add(2, part("2: +I c, 1"));
        parts.add(1, part("3: +I b, 1", "6: -D b, 1"));
        parts.add(0, part("5: +I d, NULL"));
        emit(parts);
        assertThat(merged)
                .containsExactly(
                        "1: +I a, 1",
                        "2: +I c, 1",
                        "3: +I b, 1",
                        "4: -U a, 1",
                        "4: +U a, 2",
                        "5: +I d, NULL",
                        "6: -D b, 1");
    }

    @Test
    void atOnePositionWorkersTakeTurnsInTheOrderInWhichTheyWereGivenRows() {
        ChangeBatch given = given("7: +I 0, b", "7: +I 0, e", "7: +I 0, a", "8: +I 0, c");
        turns.note(0, 1, given, 0);
        turns.note(0, 1, given, 1);
        turns.note(0, 0, given, 2);
        turns.note(0, 0, given, 3);
        MergedParts parts = new MergedParts(2, turns, true, KEYS);
        parts.add(0, part("7: -U a, 1", "7: +U a, 2", "8: +I c, 1"));
        parts.add(1, part("7: -D b, 1", "7: +I e, 1"));
        emit(parts);
        assertThat(merged).containsExactly("7: -D b, 1", "7: +I e, 1", "7: -U a, 1", "7: +U a, 2", "8: +I c, 1");
    }

    @Test
    void whereRowsMoveAllAreTakenOutBeforeTheyArePutIn() {
        MergedParts parts = new MergedParts(2, turns, false, null);
        parts.add(0, part("3: +I b, 1", "3: -U c, 1", "3: +U c, 2", "3: -D a, 1"));
        parts.add(1, part("3: -D b, 1", "3: +U a, 1", "4: +I d, 1"));
        emit(parts);
        assertThat(merged)
                .containsExactly(
                        "3: -U c, 1",
                        "3: +U c, 2",
                        "3: -D a, 1",
                        "3: -D b, 1",
                        "3: +I b, 1",
                        "3: +U a, 1",
                        "4: +I d, 1");
    }

    @Test
    void workersThatWereGivenRowsInTurnTakeTurnsKeyByKey() {
        ChangeBatch given = given("3: +I 0, b", "3: -D 0, x", "3: +I 0, c", "3: -D 0, b", "3: +I 0, a");
        int[] workers = {0, 1, 1, 0, 0};
        for (int row = 0; row < workers.length; row++) {
            turns.note(0, workers[row], given, row);
        }
        MergedParts parts = new MergedParts(2, turns, true, KEYS);
        parts.add(0, part("2: +I a, 1", "3: -U b, 1", "3: +U b, 2", "3: -D a, 1"));
        parts.add(1, part("3: +I c, 1"));
        emit(parts);
        assertThat(merged).containsExactly("2: +I a, 1", "3: -U b, 1", "3: +U b, 2", "3: +I c, 1", "3: -D a, 1");
    }

    @Test
    void whereTheKeyIsLostTheyTakeTwoTurns() {
        ChangeBatch given = given("3: -D 0, b", "3: +I 0, c", "3: -D 0, a");
        for (int row = 0; row < 3; row++) {
            turns.note(0, row % 2, given, row);
        }
        MergedParts parts = new MergedParts(2, turns, true, null);
        parts.add(0, part("3: +I b, 1", "3: -D a, 1"));
        parts.add(1, part("3: +I c, 1"));
        emit(parts);
        assertThat(merged).containsExactly("3: -D a, 1", "3: +I b, 1", "3: +I c, 1");
    }

    @Test
    void aTickOfOnePositionIsNotCopied() {
        ChangeBatch left = part("3: +I b, 1", "3: -U c, 1", "3: +U c, 2");
        ChangeBatch right = part("3: -D b, 1");
        MergedParts parts = new MergedParts(2, turns, false, null);
        parts.add(0, left);
        parts.add(1, right);
        emit(parts);
        assertThat(merged).containsExactly("3: -U c, 1", "3: +U c, 2", "3: -D b, 1", "3: +I b, 1");
        assertThat(batches.stream().map(batch -> batch.column(1)))
                .containsExactly(left.column(1), right.column(1), left.column(1));
    }

    @Test
    void noBatchPartsAnUpdate() {
        MergedParts parts = new MergedParts(2, turns, false, null);
        List<String> updates = new ArrayList<>();
        updates.add("3: -D z, 1");
        for (int i = 0; i < ChangeBatch.ROWS_MAX; i++) {
            updates.add("3: -U a, " + i);
            updates.add("3: +U a, " + (i + 1));
        }
        parts.add(0, part(updates.toArray(String[]::new)));
        parts.add(1, part("3: +I b, 1", "4: +I b, 2"));
        emit(parts);
        assertThat(merged).hasSize(updates.size() + 2);
        assertThat(batches).hasSizeGreaterThan(1).allSatisfy(batch -> {
            assertThat(batch.size()).isLessThanOrEqualTo(ChangeBatch.ROWS_MAX + 1);
            byte last = batch.kind(batch.row(batch.size() - 1));
            assertThat(last).isNotEqualTo(RowKind.MINUS_U);
        });
    }

    @Test
    void theWatermarkIsTheLowest() {
        MergedParts parts = new MergedParts(2, turns, true, KEYS);
        parts.add(0, part("1: +I a, 1").withWatermarks(Watermarks.constant(20)));
        parts.add(1, part("2: +I b, 1").withWatermarks(Watermarks.constant(10)));
        emit(parts);
        assertThat(batches)
                .allSatisfy(batch -> assertThat(batch.watermarks().after()).isEqualTo(10));
        batches.clear();

        parts.add(1, part().withWatermarks(Watermarks.constant(30)));
        emit(parts);
        assertThat(batches).hasSize(1).allSatisfy(batch -> {
            assertThat(batch.size()).isZero();
            assertThat(batch.watermarks().after()).isEqualTo(20);
        });
    }
}
