// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.change;

import dev.rowtide.core.batch.Watermarks;
import java.util.Arrays;

/** Collects the watermark before each row of a batch, row by row. */
public final class WatermarkRuns {

    private int[] ends = new int[4];
    private long[] values = new long[4];
    private int runs;
    private int rows;

    /** The next row is one that the given watermark precedes; it is not below that of the row before. */
    public void add(long before) {
        if (runs == 0 || values[runs - 1] != before) {
            if (runs == ends.length) {
                ends = Arrays.copyOf(ends, runs * 2);
                values = Arrays.copyOf(values, runs * 2);
            }
            values[runs++] = before;
        }
        ends[runs - 1] = ++rows;
    }

    /** The watermarks of all rows, and after them; there are no rows left afterwards. */
    public Watermarks build(long after) {
        Watermarks watermarks = new Watermarks(Arrays.copyOf(ends, runs), Arrays.copyOf(values, runs), after);
        runs = 0;
        rows = 0;
        return watermarks;
    }
}
