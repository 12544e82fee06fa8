// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.RoundInput;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.List;

/**
 * The round of an operator of windows with one input: the rows since the round before, the watermark along them, which of them are late, and what of the watermark has
 * been told.
 */
final class WindowRound {

    private final Schema schema;
    private final WindowColumns.Clock clock;
    private final long resolution;
    private final RoundInput input = new RoundInput();
    private final RoundWatermarks watermarks = new RoundWatermarks();
    private final LateRows lateRows;

    /** The position that the rounds before went up to. */
    private long complete;

    private long emittedWatermark = Watermarks.NONE;

    /**
     * @param schema the columns of the output
     * @param resolution microseconds from the last time in a window to its end
     */
    WindowRound(Schema schema, WindowColumns.Clock clock, long resolution, LateRows lateRows) {
        this.schema = schema;
        this.clock = clock;
        this.resolution = resolution;
        this.lateRows = lateRows;
    }

    /** Keeps a batch for the end of the round. */
    void add(ChangeBatch batch) {
        input.add(batch);
    }

    /** Begins to work on what has come; the batches. */
    List<ChangeBatch> begin(Tick tick) {
        watermarks.begin(RoundWatermarks.of(input.watermarks(), clock, resolution, tick), complete);
        return input.batches();
    }

    /** The watermark along the round that has begun. */
    RoundWatermarks watermarks() {
        return watermarks;
    }

    /** All rows are taken in. */
    void endInput() {
        input.endRound();
    }

    /** A row comes too late. */
    void leaveOut(ChangeBatch batch, int row) {
        lateRows.leaveOut(0, batch, row, watermarks.before(batch.position(row)));
    }

    /** The watermark goes out with a batch. */
    void noteEmitted() {
        emittedWatermark = watermarks.after();
    }

    /**
     * The watermark goes out alone if it is yet to.
     *
     * @param position the input is complete up to here
     */
    void end(long position, Output output) {
        if (watermarks.after() > emittedWatermark) {
            output.emit(new BatchBuilder(schema).build(watermarks.all()));
            noteEmitted();
        }
        complete = Math.max(complete, position);
    }

    /** When the clock comes to a time in milliseconds, where time is that of processing; {@link Long#MAX_VALUE} elsewhere. */
    long timerMillis(long micros) {
        return clock == WindowColumns.Clock.PROCESSING_TIME ? RoundWatermarks.millis(micros) : Long.MAX_VALUE;
    }

    /** The rows left out so far. */
    long lateRows() {
        return lateRows.count();
    }

    /** As {@link dev.rowtide.operators.Operator#snapshot} says. */
    void snapshot(int first, int last, StateWriter writer) {
        lateRows.snapshot(first, last, writer);
        writer.writeLong(emittedWatermark);
        writer.writeLong(input.watermark());
        writer.writeLong(complete);
    }

    /** As {@link dev.rowtide.operators.Operator#restore} says. */
    void restore(StateReader reader) {
        lateRows.restore(reader);
        emittedWatermark = Math.max(emittedWatermark, reader.readLong());
        input.restoreWatermark(reader.readLong());
        complete = Math.max(complete, reader.readLong());
    }
}
