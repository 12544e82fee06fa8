// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import java.util.Arrays;

/**
 * The event-time watermark as of each position, run-length encoded. A watermark of {@code w} says that no row with an event time below or at {@code w} is
 * expected any more; {@link #NONE} says nothing. Watermarks never fall.
 *
 * <p>The watermark <em>before</em> a position is what the lateness of its rows is judged against; the one <em>after</em> holds once the last run is over. Run
 * {@code i} covers the positions from {@code ends[i - 1]} (all from the first on, for the first run) up to, not including, {@code ends[i]}: before each of them
 * the watermark is {@code values[i]}.
 *
 * <p>They belong to positions, not to rows, so that operators that leave out, add or rearrange rows pass them on as they are. They may cover positions of the
 * round that the batch itself has no rows of. Hence what a watermark sets off (the end of a window) is due at the position before which it stands, not when
 * a batch brings it: whoever acts on time asks for the watermark before the position that the input is complete to.
 *
 * <p>Unit: microseconds since the epoch, whatever the type of the event-time column.
 */
public final class Watermarks {

    /** No watermark yet. */
    public static final long NONE = Long.MIN_VALUE;

    /** What a source that keeps the watermark itself gives before it knows of any; only sources do. */
    public static final long BEGIN = Long.MIN_VALUE + 1;

    /** The end of event time: nothing at all is expected any more. */
    public static final long MAX = Long.MAX_VALUE;

    private static final Watermarks ABSENT = constant(NONE);

    private final long[] ends;
    private final long[] values;
    private final long after;

    /**
     * @param ends the position after the last of each run, rising
     * @param values the watermark before each position of the run, rising
     * @param after the watermark before all later positions
     */
    public Watermarks(long[] ends, long[] values, long after) {
        if (ends.length != values.length) {
            throw new IllegalArgumentException(ends.length + " ends for " + values.length + " values");
        }
        this.ends = ends;
        this.values = values;
        this.after = after;
    }

    /** No watermark before any position. */
    public static Watermarks absent() {
        return ABSENT;
    }

    /** The same watermark before all positions. */
    public static Watermarks constant(long watermark) {
        return new Watermarks(new long[0], new long[0], watermark);
    }

    /** The number of runs; none if the watermark does not rise. */
    public int runs() {
        return ends.length;
    }

    /** The position after the last of run {@code run}, where the watermark rises. */
    public long end(int run) {
        return ends[run];
    }

    /** The watermark before each position of run {@code run}; that after the last run for {@link #runs()}. */
    public long value(int run) {
        return run == values.length ? after : values[run];
    }

    /** The watermark before {@code position}. */
    public long before(long position) {
        int low = 0;
        int high = ends.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] <= position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return value(low);
    }

    /** The same without the rises behind {@code position}. */
    public Watermarks until(long position) {
        int kept = 0;
        while (kept < ends.length && ends[kept] <= position) {
            kept++;
        }
        return kept == ends.length
                ? this
                : new Watermarks(Arrays.copyOf(ends, kept), Arrays.copyOf(values, kept), values[kept]);
    }

    /** The watermark after the last run. */
    public long after() {
        return after;
    }
}
