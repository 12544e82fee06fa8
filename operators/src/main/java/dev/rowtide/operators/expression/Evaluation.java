// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.function.Failures;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of one operator's expressions over one batch: what they may depend on besides it, and the failures they meet. A kernel that
 * fails on a row notes it here and goes on; the value at that row is then undefined and not NULL-checked by anybody.
 */
public final class Evaluation implements Failures {

    private final Tick tick;
    private @Nullable EngineException[] failures = {};
    private boolean failed;

    public Evaluation(Tick tick) {
        this.tick = tick;
    }

    /** The tick that the batch belongs to. */
    public Tick tick() {
        return tick;
    }

    /** Notes that an expression failed on a physical row. Of several failures of a row the first counts. */
    public void fail(int row, EngineException error) {
        fail(row, () -> error);
    }

    @Override
    public void fail(int row, Supplier<EngineException> error) {
        if (row >= failures.length) {
            failures = Arrays.copyOf(failures, Math.max(row + 1, Math.max(64, 2 * failures.length)));
        }
        if (failures[row] == null) {
            failures[row] = error.get();
        }
        failed = true;
    }

    /** Whether any row failed. */
    public boolean hasFailures() {
        return failed;
    }

    /** The error on a physical row, or null if nothing failed there. */
    public @Nullable EngineException failure(int row) {
        return row < failures.length ? failures[row] : null;
    }
}
