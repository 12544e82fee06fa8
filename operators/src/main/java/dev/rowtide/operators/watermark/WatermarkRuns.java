// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.watermark;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Collects the watermark along the positions of a round. */
public final class WatermarkRuns {

    private long[] ends = new long[4];
    private long[] values = new long[4];
    private int runs;
    private long watermark;

    /** The position after the last that is known to have rows. */
    private long next = Long.MIN_VALUE;

    private @Nullable Watermarks lastAdded;

    /** @param before the watermark before the round */
    public WatermarkRuns(long before) {
        watermark = before;
    }

    /** From {@code position} on the watermark is at least {@code raised}; a position below the last rise stands for that. */
    public void raise(long position, long raised) {
        if (raised <= watermark) {
            return;
        }
        if (runs == 0 || ends[runs - 1] < position) {
            if (runs == ends.length) {
                ends = Arrays.copyOf(ends, runs * 2);
                values = Arrays.copyOf(values, runs * 2);
            }
            ends[runs] = position;
            values[runs++] = watermark;
        }
        watermark = raised;
    }

    /** Adds what the next batch of the stream tells. */
    public void add(ChangeBatch batch) {
        Watermarks added = batch.watermarks();
        if (added != lastAdded) {
            lastAdded = added;
            // Rises that come before the first row's position are not put off to that.
            boolean risesBefore = batch.rows() == 0 || added.runs() > 0 && added.end(0) <= batch.position(0);
            long from = risesBefore ? next : batch.position(0);
            for (int run = 0; run < added.runs(); run++) {
                raise(from, added.value(run));
                from = added.end(run);
            }
            raise(from, added.after());
        }
        if (batch.rows() > 0) {
            next = batch.position(batch.rows() - 1) + 1;
        }
    }

    /** The watermark after all positions so far. */
    public long watermark() {
        return watermark;
    }

    /** The watermark as of each position so far. */
    public Watermarks build() {
        return watermark == Watermarks.NONE
                ? Watermarks.absent()
                : new Watermarks(Arrays.copyOf(ends, runs), Arrays.copyOf(values, runs), watermark);
    }
}
