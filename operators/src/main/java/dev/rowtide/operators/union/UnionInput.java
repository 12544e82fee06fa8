// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.union;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import java.util.ArrayList;
import java.util.List;

/** One input of a union: its batches of the round, how far they are merged, and its watermark. */
final class UnionInput {

    /** The position of an input that has no more rows. */
    static final long AT_END = Long.MAX_VALUE;

    private final List<ChangeBatch> batches = new ArrayList<>();

    // The next row to merge: the index of its batch, its place in the batch's selection, its physical row and its
    // position.
    private int batch;
    private int next;
    private int row;
    private long position = AT_END;

    // The physical row up to which the watermark was asked for, and the run that it lies in.
    private int watermarkBatch;
    private int watermarkRow;
    private int watermarkRun;

    /** The watermark after the last round. */
    private long watermark = Watermarks.NONE;

    void add(ChangeBatch received) {
        batches.add(received);
        if (position == AT_END) {
            load();
        }
    }

    List<ChangeBatch> batches() {
        return batches;
    }

    int rows() {
        int rows = 0;
        for (ChangeBatch received : batches) {
            rows += received.size();
        }
        return rows;
    }

    /** The position of the next row to merge, or {@link #AT_END}. */
    long position() {
        return position;
    }

    /** The index of the next row's batch among {@link #batches()}. */
    int batchIndex() {
        return batch;
    }

    /** The physical row of the next row. */
    int row() {
        return row;
    }

    void skipRow() {
        next++;
        load();
    }

    private void load() {
        while (batch < batches.size() && next == batches.get(batch).size()) {
            batch++;
            next = 0;
        }
        if (batch == batches.size()) {
            position = AT_END;
        } else {
            row = batches.get(batch).row(next);
            position = batches.get(batch).position(row);
        }
    }

    /** The watermark before the first row at the position or later, whether selected or not. Asked with positions that never fall. */
    long watermarkAt(long position) {
        for (; watermarkBatch < batches.size(); watermarkBatch++, watermarkRow = 0, watermarkRun = 0) {
            ChangeBatch received = batches.get(watermarkBatch);
            while (watermarkRow < received.rows() && received.position(watermarkRow) < position) {
                watermarkRow++;
            }
            if (watermarkRow < received.rows()) {
                Watermarks watermarks = received.watermarks();
                while (watermarkRun < watermarks.runs() && watermarks.end(watermarkRun) <= watermarkRow) {
                    watermarkRun++;
                }
                return watermarkRun < watermarks.runs() ? watermarks.value(watermarkRun) : watermarks.after();
            }
        }
        return watermarkAfter();
    }

    /** The watermark after all batches of the round. */
    long watermarkAfter() {
        return batches.isEmpty()
                ? watermark
                : batches.get(batches.size() - 1).watermarks().after();
    }

    /** Whether the watermark stays what it was throughout the round. */
    boolean watermarkStands() {
        return watermarkAfter() == watermark;
    }

    void endRound() {
        watermark = watermarkAfter();
        batches.clear();
        batch = 0;
        next = 0;
        position = AT_END;
        watermarkBatch = 0;
        watermarkRow = 0;
        watermarkRun = 0;
    }

    void restoreWatermark(long restored) {
        watermark = Math.max(watermark, restored);
    }

    /** The watermark before the round. */
    long watermarkBefore() {
        return watermark;
    }
}
