// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.CallSite;

/**
 * The errors of one cast.
 *
 * @param to the type asked for
 * @param site the cast
 */
record CastError(Type to, CallSite site) {

    private static final String HINT = "TRY_CAST gives NULL where a value can't be cast; "
            + "SET 'bad-records' = 'skip' counts such rows and leaves them out.";

    EngineException outOfRange(String value) {
        return site.error(ErrorCode.NUMERIC_OUT_OF_RANGE, value + " is out of range for " + to.name())
                .withHint(HINT);
    }

    /** An error of reading a text, here. */
    EngineException of(EngineException error) {
        return site.at(error.hint() == null ? error.withHint(HINT) : error);
    }
}
