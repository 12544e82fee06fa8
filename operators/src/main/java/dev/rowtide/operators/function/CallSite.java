// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Call;
import dev.rowtide.core.expression.Provenance;
import dev.rowtide.core.expression.ScalarCall;

/**
 * A place in a query where a function is called, for errors to name.
 *
 * @param origin the call as the user wrote it, or the nearest to it that is known
 */
public record CallSite(Provenance origin) {

    /** The place of a call. */
    public static CallSite of(Call call) {
        Provenance source = call.source();
        return new CallSite(source == null ? new Provenance(call.toString()) : source);
    }

    /** The place of a call of a function without a kernel. */
    public static CallSite of(ScalarCall call) {
        Provenance source = call.source();
        return new CallSite(source == null ? new Provenance(call.toString()) : source);
    }

    /** An error that happened here. */
    public EngineException error(ErrorCode code, String message) {
        return at(new EngineException(code, message));
    }

    /** The error with this place, and with the call as its detail if it has none. */
    public EngineException at(EngineException error) {
        return origin.of(error);
    }
}
