// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

/**
 * The event-time watermark along the rows of a batch, run-length encoded. A watermark of {@code w} says that no row with an event time below or at
 * {@code w} is expected any more; {@link #NONE} says nothing. Watermarks never fall.
 *
 * <p>The watermark <em>before</em> a row is what its lateness is judged against; the one <em>after</em> the last row is what the batch leaves. Run
 * {@code i} covers the rows from {@code ends[i - 1]} (0 for the first run) up to, not including, {@code ends[i]}: before each of them
 * the watermark was {@code values[i]}.
 *
 * <p>Unit: the microseconds or nanoseconds of the type of the event-time column, brought to microseconds since the epoch.
 */
public final class Watermarks {

    /** No watermark yet. */
    public static final long NONE = Long.MIN_VALUE;

    /** The end of event time: nothing at all is expected any more. */
    public static final long MAX = Long.MAX_VALUE;

    private static final Watermarks ABSENT = constant(NONE);

    private final int[] ends;
    private final long[] values;
    private final long after;

    /**
     * @param ends the row after the last row of each run, rising
     * @param values the watermark before each row of the run, rising
     * @param after the watermark after the last row
     */
    public Watermarks(int[] ends, long[] values, long after) {
        if (ends.length != values.length) {
            throw new IllegalArgumentException(ends.length + " ends for " + values.length + " values");
        }
        this.ends = ends;
        this.values = values;
        this.after = after;
    }

    /** No watermark before, between or after the rows. */
    public static Watermarks absent() {
        return ABSENT;
    }

    /** The same watermark before, between and after all rows. */
    public static Watermarks constant(long watermark) {
        return new Watermarks(new int[] {Integer.MAX_VALUE}, new long[] {watermark}, watermark);
    }

    /** The number of runs. */
    public int runs() {
        return ends.length;
    }

    /** The row after the last row of run {@code run}; may lie past the batch in the last run. */
    public int end(int run) {
        return ends[run];
    }

    /** The watermark before each row of run {@code run}. */
    public long value(int run) {
        return values[run];
    }

    /** The watermark before {@code row}. */
    public long before(int row) {
        int low = 0;
        int high = ends.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] <= row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == ends.length ? after : values[low];
    }

    /** The watermark after the last row. */
    public long after() {
        return after;
    }
}
