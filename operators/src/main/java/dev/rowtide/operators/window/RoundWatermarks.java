// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.watermark.WatermarkRuns;

/** The watermark of an operator along the positions of a round, and where in it a time is reached. */
public final class RoundWatermarks {

    private static final long MICROS_PER_MILLI = 1_000;

    /** As the inputs said it: what is late is judged by it. */
    private Watermarks told = Watermarks.absent();

    /** As it is told on: what rises before the start of the round rises there. */
    private Watermarks onward = Watermarks.absent();

    private long start;

    /**
     * The watermark by which windows are complete: that of the inputs, or where time is that of processing, what has passed before the tick. At the end of the input all is
     * complete.
     *
     * @param resolution microseconds from the last time in a window to its end
     */
    public static Watermarks of(Watermarks inputs, WindowColumns.Clock clock, long resolution, Tick tick) {
        return clock == WindowColumns.Clock.PROCESSING_TIME && inputs.after() != Watermarks.MAX
                ? Watermarks.constant(tick.nowMillis() * MICROS_PER_MILLI - resolution)
                : inputs;
    }

    /** The first millisecond at or behind a point in time. */
    public static long millis(long micros) {
        return -Math.floorDiv(-micros, MICROS_PER_MILLI);
    }

    /**
     * Begins a round.
     *
     * @param inputs the watermark of its inputs
     * @param start the position that the rounds before went up to: nothing goes out below it but at the end of a tick
     */
    public void begin(Watermarks inputs, long start) {
        this.start = start;
        told = inputs;
        boolean early = inputs.runs() > 0 && inputs.end(0) < start;
        if (!early) {
            onward = inputs;
            return;
        }
        WatermarkRuns runs = new WatermarkRuns(inputs.value(0));
        for (int run = 0; run < inputs.runs(); run++) {
            runs.raise(Math.max(start, inputs.end(run)), inputs.value(run + 1));
        }
        onward = runs.build();
    }

    /** The watermark as of each position, for those who come behind. */
    public Watermarks all() {
        return onward;
    }

    /** The watermark before a position. */
    public long before(long position) {
        return told.before(position);
    }

    /** The watermark after the round. */
    public long after() {
        return told.after();
    }

    /** The first position before which the watermark is {@code time} or later; the start of the round if it was there already. */
    public long reaches(long time) {
        int low = 0;
        int high = told.runs();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (told.value(middle) >= time) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == 0 ? start : told.end(low - 1);
    }

    /** The position under which something goes out that is due before {@code position}. */
    public long emittedAt(long position) {
        return Math.max(position, start) - 1;
    }
}
