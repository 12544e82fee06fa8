// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Output;
import java.util.ArrayList;
import java.util.List;

/** Writes down what an operator emits and holds every batch to the contract of {@link Output} and {@link ChangeBatch}. */
final class RecordingOutput implements Output {

    private final Schema schema;
    private final List<ChangeBatch> batches = new ArrayList<>();
    private final List<Long> checksums = new ArrayList<>();
    private final ChangelogLog log = new ChangelogLog();
    private final ChangelogFold table;

    private long lowestPosition = Long.MIN_VALUE;
    private long positionEnd = Long.MAX_VALUE;
    private long lastPosition = Long.MIN_VALUE;
    private long watermarkBefore = Watermarks.NONE;
    private long watermarkAfter = Watermarks.NONE;

    RecordingOutput(Schema schema, ChangelogFold table) {
        this.schema = schema;
        this.table = table;
    }

    /** From now on emitted positions are to lie from {@code lowest} to {@code end - 1}. */
    void expectPositions(long lowest, long end) {
        lowestPosition = lowest;
        positionEnd = end;
    }

    @Override
    public void emit(ChangeBatch batch) {
        checkShape(batch);
        batches.add(batch);
        checksums.add(BatchChecksum.of(batch));
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            record(batch, row);
        }
        check(
                batch.watermarks().after() >= watermarkAfter,
                "the watermark after a batch falls from " + watermarkAfter + " to "
                        + batch.watermarks().after());
        watermarkAfter = batch.watermarks().after();
    }

    private void record(ChangeBatch batch, int row) {
        long position = batch.position(row);
        StringBuilder change = new StringBuilder();
        ChangeText.printRow(batch, row, schema, change);
        check(position >= lastPosition, change + " has position " + position + " after position " + lastPosition);
        check(
                position >= lowestPosition,
                change + " has position " + position + ", all below " + lowestPosition + " were to be out before");
        check(
                position < positionEnd,
                change + " has position " + position + ", received were those below " + positionEnd);
        for (int c = 0; c < schema.size(); c++) {
            boolean mayCarryKeyOnly = batch.kind(row) == RowKind.MINUS_D;
            check(
                    schema.type(c).nullable()
                            || mayCarryKeyOnly
                            || !batch.column(c).isNull(row),
                    change + " is NULL in " + schema.name(c) + ", which is NOT NULL");
        }
        lastPosition = position;
        long watermark = batch.watermarks().before(position);
        check(watermark >= watermarkBefore, "the watermark falls from " + watermarkBefore + " to " + watermark);
        logWatermark(watermark);
        watermarkBefore = watermark;
        log.change(position, change.toString());
        table.add(batch, row);
    }

    /** Between two changes only the last watermark is told: how many batches carried it is no business of the log. */
    private void logWatermark(long watermark) {
        if (watermark > watermarkBefore) {
            log.watermark(watermark);
        }
    }

    void tickEnded() {
        log.tick();
    }

    void ended() {
        logWatermark(watermarkAfter);
    }

    /** Forgets the changes of a position of which only the first rows came, in batches of their own, before one failed. */
    void forgetPosition(long position) {
        log.forgetPosition(position);
    }

    void failed(long position, String code) {
        log.failure(position, code);
    }

    ChangelogLog log() {
        return log;
    }

    ChangelogFold table() {
        return table;
    }

    /** Fails if a batch was written to after it was emitted. */
    void checkUnchanged() {
        for (int i = 0; i < batches.size(); i++) {
            check(
                    BatchChecksum.of(batches.get(i)) == checksums.get(i),
                    "the emitted batch " + (i + 1) + " was changed afterwards");
        }
    }

    private void checkShape(ChangeBatch batch) {
        check(batch.columnCount() == schema.size(), batch.columnCount() + " columns for " + schema.size());
        check(batch.size() <= batch.rows(), batch.size() + " rows of " + batch.rows() + " are selected");
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            check(row >= 0 && row < batch.rows(), "row " + row + " of " + batch.rows() + " is selected");
            check(i == 0 || batch.row(i - 1) < row, "the selection does not rise at " + row);
            check(
                    batch.kind(row) >= RowKind.PLUS_I && batch.kind(row) <= RowKind.MINUS_D,
                    "no kind: " + batch.kind(row));
        }
        for (int c = 0; c < schema.size(); c++) {
            Column column = batch.column(c);
            check(
                    column.storage() == schema.type(c).storage(),
                    "column " + schema.name(c) + " holds " + column.storage() + ", its type " + schema.type(c) + " has "
                            + schema.type(c).storage());
            long[] nulls = column.nulls();
            check(nulls == null || nulls.length * 64L >= batch.rows(), "the nulls of " + schema.name(c) + " are short");
        }
    }

    private static void check(boolean holds, String violation) {
        if (!holds) {
            throw new AssertionError("contract of the output broken: " + violation);
        }
    }
}
