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

    private final PartTurns turns = new PartTurns(1);
    private final List<String> merged = new ArrayList<>();
    private final List<ChangeBatch> batches = new ArrayList<>();

    /** Changes, each a line {@code position: change}. */
    private static ChangeBatch part(String... changes) {
        BatchBuilder builder = new BatchBuilder(SCHEMA);
        for (String change : changes) {
            String[] parts = change.split(": ", 2);
            ChangeBatch row = ChangeText.parse(parts[1], SCHEMA, 0);
            for (int c = 0; c < SCHEMA.size(); c++) {
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
        MergedParts parts = new MergedParts(3, turns, false);
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
        turns.note(0, 7, 1);
        turns.note(0, 7, 0);
        turns.note(0, 8, 0);
        MergedParts parts = new MergedParts(2, turns, false);
        parts.add(0, part("7: -U a, 1", "7: +U a, 2", "8: +I c, 1"));
        parts.add(1, part("7: -D b, 1", "7: +I e, 1"));
        emit(parts);
        assertThat(merged)
                .containsExactly("7: -D b, 1", "7: +I e, 1", "7: -U a, 1", "7: +U a, 2", "8: +I c, 1");
    }

    @Test
    void whereRowsMoveAllAreTakenOutBeforeTheyArePutIn() {
        MergedParts parts = new MergedParts(2, turns, true);
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
    void noBatchPartsAnUpdate() {
        MergedParts parts = new MergedParts(2, turns, true);
        List<String> updates = new ArrayList<>();
        updates.add("3: -D z, 1");
        for (int i = 0; i < ChangeBatch.ROWS_MAX; i++) {
            updates.add("3: -U a, " + i);
            updates.add("3: +U a, " + (i + 1));
        }
        parts.add(0, part(updates.toArray(String[]::new)));
        parts.add(1, part("3: +I b, 1"));
        emit(parts);
        assertThat(merged).hasSize(updates.size() + 1);
        assertThat(batches).hasSizeGreaterThan(1).allSatisfy(batch -> {
            assertThat(batch.size()).isLessThanOrEqualTo(ChangeBatch.ROWS_MAX + 1);
            byte last = batch.kind(batch.row(batch.size() - 1));
            assertThat(last).isNotEqualTo(RowKind.MINUS_U);
        });
    }

    @Test
    void theWatermarkIsTheLowest() {
        MergedParts parts = new MergedParts(2, turns, false);
        parts.add(0, part("1: +I a, 1").withWatermarks(Watermarks.constant(20)));
        parts.add(1, part("2: +I b, 1").withWatermarks(Watermarks.constant(10)));
        emit(parts);
        assertThat(batches).allSatisfy(batch -> assertThat(batch.watermarks().after())
                .isEqualTo(10));
        batches.clear();

        parts.add(1, part().withWatermarks(Watermarks.constant(30)));
        emit(parts);
        assertThat(batches).hasSize(1).allSatisfy(batch -> {
            assertThat(batch.size()).isZero();
            assertThat(batch.watermarks().after()).isEqualTo(20);
        });
    }
}
