// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;

/** Versions of what is written as state. Each piece of state starts with its own. */
public final class Formats {

    private Formats() {}

    /**
     * Checks that state has the version that the reader knows.
     *
     * @param what the piece of state, for the error
     * @throws EngineException {@code NOT_SUPPORTED} if it has another
     */
    public static void require(long known, long found, String what) {
        if (found != known) {
            throw new EngineException(ErrorCode.NOT_SUPPORTED, "the state of " + what + " has format " + found)
                    .withDetail("This version reads format " + known + ".")
                    .withHint("Resume the job with the version that wrote the state, or start it afresh.");
        }
    }
}
