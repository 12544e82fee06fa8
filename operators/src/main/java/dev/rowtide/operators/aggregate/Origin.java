// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;

/** Where steps come from: what is put out of a step besides its results. */
interface Origin {

    /** The positions of steps, of which the first {@code n} count; rising. */
    long[] positions(int[] steps, int n);

    /** The keys of steps as columns, in front of {@code columns}. */
    void keys(int[] steps, int n, Column[] columns);

    /** The watermark as of each position of the steps. */
    Watermarks watermarks();

    /** The first step of the position of a step. */
    int firstOfPosition(int step);
}
