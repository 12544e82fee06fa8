// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.error.EngineException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The results of one call by step, as words: a number, the bits of a DOUBLE, 0 or 1, the handle of a byte string, or the upper half of a wide number whose lower
 * half lies beside. A computation may put another array of values in, which then must not be written.
 */
final class ResultVector {

    private long[] own = {};
    private long[] values = own;
    private long[] low = {};
    private boolean[] nulls = {};
    private boolean nullable;
    private int failedStep;
    private @Nullable EngineException failure;

    /** Makes room for {@code n} steps to be written, none of them NULL so far, none failed. */
    void reset(int n, boolean wide) {
        if (own.length < n) {
            own = new long[Math.max(n, 2 * own.length)];
        }
        if (wide && low.length < own.length) {
            low = new long[own.length];
        }
        values = own;
        nullable = false;
        failedStep = Integer.MAX_VALUE;
        failure = null;
    }

    /** Takes the values from elsewhere, none of them NULL. */
    void refer(long[] values) {
        reset(0, false);
        this.values = values;
    }

    long[] values() {
        return values;
    }

    long[] low() {
        return low;
    }

    /** Whether any step is NULL. */
    boolean hasNulls() {
        return nullable;
    }

    boolean isNull(int step) {
        return nullable && nulls[step];
    }

    void setNull(int step) {
        if (!nullable) {
            nullable = true;
            if (nulls.length < own.length) {
                nulls = new boolean[own.length];
            } else {
                Arrays.fill(nulls, false);
            }
        }
        nulls[step] = true;
        values[step] = 0;
    }

    /** Notes that a step has no result; the first such step counts. */
    void fail(int step, EngineException error) {
        values[step] = 0;
        if (step < failedStep) {
            failedStep = step;
            failure = error;
        }
    }

    /** The first step without a result, or {@link Integer#MAX_VALUE}. */
    int failedStep() {
        return failedStep;
    }

    /** Why {@link #failedStep} has none. */
    @Nullable
    EngineException failure() {
        return failure;
    }
}
