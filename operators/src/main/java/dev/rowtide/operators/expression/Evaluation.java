// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.Tick;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of one operator's expressions over one batch: what they may depend on besides it, and the failures they meet. A kernel that
 * fails on a row notes it here and goes on; the value at that row is then undefined and not NULL-checked by anybody.
 */
public final class Evaluation {

    private final Tick tick;
    private int @Nullable [] failedRows;
    private EngineException @Nullable [] failures;
    private int failureCount;

    public Evaluation(Tick tick) {
        this.tick = tick;
    }

    /** The tick that the batch belongs to. */
    public Tick tick() {
        return tick;
    }

    /** Notes that an expression failed on a physical row. Of several failures of a row the first counts. */
    public void fail(int row, EngineException error) {
        int[] rows = failedRows == null ? new int[4] : failedRows;
        EngineException[] errors = failures == null ? new EngineException[4] : failures;
        for (int i = 0; i < failureCount; i++) {
            if (rows[i] == row) {
                return;
            }
        }
        if (failureCount == rows.length) {
            rows = Arrays.copyOf(rows, failureCount * 2);
            errors = Arrays.copyOf(errors, failureCount * 2);
        }
        rows[failureCount] = row;
        errors[failureCount++] = error;
        failedRows = rows;
        failures = errors;
    }

    /** Whether any row failed. */
    public boolean hasFailures() {
        return failureCount > 0;
    }

    /** The error on a physical row, or null if nothing failed there. */
    public @Nullable EngineException failure(int row) {
        for (int i = 0; i < failureCount; i++) {
            if (failedRows != null && failures != null && failedRows[i] == row) {
                return failures[i];
            }
        }
        return null;
    }
}
