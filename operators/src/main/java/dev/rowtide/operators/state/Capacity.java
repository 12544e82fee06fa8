// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;

/** How arrays of state grow. */
final class Capacity {

    /** The longest array that every Java virtual machine allows. */
    private static final int ARRAY_LENGTH_MAX = Integer.MAX_VALUE - 8;

    private Capacity() {}

    /**
     * A length of at least {@code needed}, twice {@code length} if possible.
     *
     * @param what what grows, for the error
     * @throws EngineException {@code RESOURCE_LIMIT} if no array is that long
     */
    static int grown(int length, long needed, String what) {
        if (needed > ARRAY_LENGTH_MAX) {
            throw new EngineException(ErrorCode.RESOURCE_LIMIT, what + " is too large")
                    .withDetail(
                            "It would take " + needed + " elements of one array; " + ARRAY_LENGTH_MAX + " is the most.")
                    .withHint(
                            "Run the job with a higher parallelism, so that each worker keeps less, or keep less: fewer keys, or a TTL.");
        }
        return (int) Math.max(needed, Math.min(2L * length, ARRAY_LENGTH_MAX));
    }
}
