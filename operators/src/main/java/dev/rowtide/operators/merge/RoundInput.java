// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.util.ArrayList;
import java.util.List;

/** One input of an operator: its batches of the round, how far they are merged, and its watermark. */
public final class RoundInput {

    /** The position of an input that has no more rows. */
    static final long AT_END = Long.MAX_VALUE;

    private final List<ChangeBatch> batches = new ArrayList<>();

    // The next row to merge: the index of its batch, its place in the batch's selection, its physical row and its
    // position.
    private int batch;
    private int next;
    private int row;
    private long position = AT_END;

    private WatermarkRuns watermarks = new WatermarkRuns(Watermarks.NONE);

    /** Keeps a batch for the end of the round. */
    public void add(ChangeBatch received) {
        batches.add(received);
        watermarks.add(received);
        if (position == AT_END) {
            load();
        }
    }

    /** The batches of the round. */
    public List<ChangeBatch> batches() {
        return batches;
    }

    /** The rows of all batches of the round. */
    public int rows() {
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

    /** How many of the next rows follow one another in one batch with consecutive positions, up to a position, and {@code most} at most. */
    int runTo(long limit, int most) {
        ChangeBatch of = batches.get(batch);
        if (of.positions() != null || of.selection() != null) {
            return 0;
        }
        return (int) Math.min(Math.min(of.size() - next, most), limit - position + 1);
    }

    void skipRows(int count) {
        next += count;
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

    /** The watermark as of each position of the round. */
    public Watermarks watermarks() {
        return watermarks.build();
    }

    /** The watermark after all batches so far. */
    public long watermark() {
        return watermarks.watermark();
    }

    /** Forgets the batches; the watermark stays. */
    public void endRound() {
        watermarks = new WatermarkRuns(watermark());
        batches.clear();
        batch = 0;
        next = 0;
        position = AT_END;
    }

    /** The watermark is at least the one restored. */
    public void restoreWatermark(long restored) {
        watermarks = new WatermarkRuns(Math.max(watermark(), restored));
    }
}
