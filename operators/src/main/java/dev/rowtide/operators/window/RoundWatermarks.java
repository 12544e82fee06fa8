// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.util.Arrays;
import java.util.function.LongPredicate;

/** The watermark of an operator along the positions of a round, and where in it a time is reached. */
public final class RoundWatermarks {

    private static final long MICROS_PER_MILLI = 1_000;

    /** As the inputs said it: what is late is judged by it. */
    private Watermarks told = Watermarks.absent();

    /** As it is told on: what rises before the start of the round rises there. */
    private Watermarks onward = Watermarks.absent();

    private long start;

    // The run of what was told that the position asked about last is in: its number, where it ends, and its watermark.
    private int run;
    private long runEnd;
    private long runValue;

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
        enter(0);
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

    /** The watermark before a position that is no lower than the one asked about last in this way. */
    long beforeNext(long position) {
        while (position >= runEnd && run < told.runs()) {
            enter(run + 1);
        }
        return runValue;
    }

    private void enter(int number) {
        run = number;
        runEnd = number < told.runs() ? told.end(number) : Long.MAX_VALUE;
        runValue = told.value(number);
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

    /** The positions before which the watermark rises to a value that is asked for; each value is asked about in turn. */
    long[] positionsOf(LongPredicate values) {
        long[] positions = new long[told.runs() + 1];
        int n = 0;
        for (int run = 0; run <= told.runs(); run++) {
            if (values.test(told.value(run))) {
                positions[n++] = run == 0 ? start : Math.max(start, told.end(run - 1));
            }
        }
        return Arrays.copyOf(positions, n);
    }

    /** The position under which something goes out that is due before {@code position}. */
    public long emittedAt(long position) {
        return Math.max(position, start) - 1;
    }
}
