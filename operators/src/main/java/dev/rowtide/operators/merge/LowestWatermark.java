// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.merge;

import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.watermark.WatermarkRuns;

/** The watermark of an operator with several inputs: the lowest of theirs as of each position. */
public final class LowestWatermark {

    private LowestWatermark() {}

    /** The lowest of the inputs' watermarks. */
    public static Watermarks of(Watermarks[] inputs) {
        int[] run = new int[inputs.length];
        WatermarkRuns lowest = new WatermarkRuns(lowest(inputs, run));
        for (long end = nextEnd(inputs, run); end != RoundInput.AT_END; end = nextEnd(inputs, run)) {
            for (int i = 0; i < inputs.length; i++) {
                if (run[i] < inputs[i].runs() && inputs[i].end(run[i]) == end) {
                    run[i]++;
                }
            }
            lowest.raise(end, lowest(inputs, run));
        }
        return lowest.build();
    }

    private static long lowest(Watermarks[] inputs, int[] run) {
        long lowest = Watermarks.MAX;
        for (int i = 0; i < inputs.length; i++) {
            lowest = Math.min(lowest, inputs[i].value(run[i]));
        }
        return lowest;
    }

    /** Where the next rise of an input is. */
    private static long nextEnd(Watermarks[] inputs, int[] run) {
        long next = RoundInput.AT_END;
        for (int i = 0; i < inputs.length; i++) {
            if (run[i] < inputs[i].runs()) {
                next = Math.min(next, inputs[i].end(run[i]));
            }
        }
        return next;
    }
}
