// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;

/**
 * A place in a query where a function is called, for errors to name.
 *
 * @param expression the call as the user wrote it, or the nearest to it that is known
 */
public record CallSite(String expression) {

    /** The place of a call. */
    public static CallSite of(Call call) {
        String source = call.source();
        return new CallSite(source == null ? call.toString() : source);
    }

    /** An error that happened here. */
    public EngineException error(ErrorCode code, String message) {
        return at(new EngineException(code, message));
    }

    /** The error with this place as its detail. */
    public EngineException at(EngineException error) {
        return error.withDetail("in " + expression);
    }
}
