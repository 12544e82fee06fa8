// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import org.jspecify.annotations.Nullable;

/** Says how often each row counts for an accumulator. Accumulators with the same conditions share one. */
interface Feed {

    /** The weight of each row: 1, 0 or -1; null when all are 1. Valid until the next call. */
    byte @Nullable [] weights(Steps steps);
}
