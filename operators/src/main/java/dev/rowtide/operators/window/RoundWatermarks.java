// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.watermark.WatermarkRuns;

/** The watermark of an operator along the positions of a round, and where in it a time is reached. */
final class RoundWatermarks {

    private Watermarks watermarks = Watermarks.absent();

    /**
     * Begins a round.
     *
     * @param inputs the watermark of its inputs
     * @param start the position that the rounds before went up to: what has risen earlier has risen there
     */
    void begin(Watermarks inputs, long start) {
        boolean early = inputs.runs() > 0 && inputs.end(0) < start;
        if (!early) {
            watermarks = inputs;
            return;
        }
        WatermarkRuns runs = new WatermarkRuns(inputs.value(0));
        for (int run = 0; run < inputs.runs(); run++) {
            runs.raise(Math.max(start, inputs.end(run)), inputs.value(run + 1));
        }
        watermarks = runs.build();
    }

    /** The watermark as of each position. */
    Watermarks all() {
        return watermarks;
    }

    /** The watermark before a position. */
    long before(long position) {
        return watermarks.before(position);
    }

    /** The watermark after the round. */
    long after() {
        return watermarks.after();
    }

    /** The first position before which the watermark is {@code time} or later; the start of the round if it was there already. */
    long reaches(long time, long start) {
        int low = 0;
        int high = watermarks.runs();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (watermarks.value(middle) >= time) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low == 0 ? start : watermarks.end(low - 1);
    }
}
