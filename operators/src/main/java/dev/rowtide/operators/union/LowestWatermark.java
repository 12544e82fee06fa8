// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.union;

import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.operators.watermark.WatermarkRuns;

/** The watermark of a union: the lowest of its inputs' as of each position. */
final class LowestWatermark {

    private LowestWatermark() {}

    static Watermarks of(Watermarks[] inputs) {
        int[] run = new int[inputs.length];
        WatermarkRuns lowest = new WatermarkRuns(lowest(inputs, run));
        for (long end = nextEnd(inputs, run); end != UnionInput.AT_END; end = nextEnd(inputs, run)) {
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
        long next = UnionInput.AT_END;
        for (int i = 0; i < inputs.length; i++) {
            if (run[i] < inputs[i].runs()) {
                next = Math.min(next, inputs[i].end(run[i]));
            }
        }
        return next;
    }
}
