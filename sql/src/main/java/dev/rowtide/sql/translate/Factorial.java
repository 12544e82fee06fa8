// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import org.jspecify.annotations.Nullable;

/** The factorial of a whole number, where a BIGINT holds it. */
record Factorial() implements ScalarFunction {

    private static final int MAX = 20;

    @Override
    public String name() {
        return "FACTORIAL";
    }

    @Override
    public @Nullable Object apply(@Nullable Object[] arguments) {
        if (!(arguments[0] instanceof Long n)) {
            return null;
        }
        if (n < 0) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "a negative number has no factorial");
        }
        if (n > MAX) {
            throw new EngineException(
                    ErrorCode.NUMERIC_OUT_OF_RANGE,
                    "integer overflow: FACTORIAL(" + n + ") is out of range for BIGINT");
        }
        long product = 1;
        for (long factor = 2; factor <= n; factor++) {
            product *= factor;
        }
        return product;
    }
}
