// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;

/** The inputs of an operator that changes its state by position, or in consolidated mode by tick: what they brought since, and the watermark of all. */
public final class MergedInputs {

    private final RoundInput[] inputs;
    private final boolean everyChange;
    private long tickWatermark = Watermarks.NONE;

    /** @param everyChange whether the batches of a round are taken together, or those of a tick */
    public MergedInputs(int count, boolean everyChange) {
        inputs = new RoundInput[count];
        Arrays.setAll(inputs, i -> new RoundInput());
        this.everyChange = everyChange;
    }

    /** Keeps a batch of an input. */
    public void add(int input, ChangeBatch batch) {
        inputs[input].add(batch);
    }

    /**
     * The rows of all inputs by position.
     *
     * @param whole whether all at once, else about a batch at a time; in every-change mode positions are not parted
     */
    public MergedRows rows(boolean whole) {
        return new MergedRows(inputs, whole ? Integer.MAX_VALUE : ChangeBatch.ROWS_MAX, !everyChange);
    }

    /** The watermark of one input as of each position of the round. */
    public Watermarks watermarks(int input) {
        return inputs[input].watermarks();
    }

    /** The watermark as of each position of the round. */
    public Watermarks endRound() {
        return LowestWatermark.of(
                Arrays.stream(inputs).map(RoundInput::watermarks).toArray(Watermarks[]::new));
    }

    /**
     * The watermark of a tick whose changes are put out under its last position: before them what it was when the tick began.
     *
     * @param position the position after the last of the tick
     */
    public Watermarks endTick(long position) {
        long before = tickWatermark;
        tickWatermark = Math.max(before, endRound().before(position));
        return tickWatermark == before
                ? Watermarks.constant(before)
                : new Watermarks(new long[] {position}, new long[] {before}, tickWatermark);
    }

    /** Forgets the batches; the watermarks stay. */
    public void clear() {
        for (RoundInput input : inputs) {
            input.endRound();
        }
    }

    /** Writes the watermarks, with partition 0. */
    public void snapshot(int first, StateWriter writer) {
        writer.writeLong(first == 0 ? inputs.length : 0);
        for (int i = 0; first == 0 && i < inputs.length; i++) {
            writer.writeLong(inputs[i].watermark());
        }
    }

    /** Takes what {@link #snapshot} wrote. */
    public void restore(StateReader reader) {
        int watermarks = (int) reader.readLong();
        long lowest = Watermarks.MAX;
        for (int i = 0; i < watermarks; i++) {
            inputs[i].restoreWatermark(reader.readLong());
            lowest = Math.min(lowest, inputs[i].watermark());
        }
        if (watermarks > 0) {
            tickWatermark = Math.max(tickWatermark, lowest);
        }
    }
}
