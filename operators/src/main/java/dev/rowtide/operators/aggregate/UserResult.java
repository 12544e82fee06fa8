// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.error.EngineException;

/** What an aggregate of the user's gave, or why it failed. */
record UserResult(ExtremeResult value, UserAccumulator<?> accumulator) implements Result {

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        value.compute(words, n, out);
        EngineException failure = accumulator.failure();
        if (failure == null) {
            return;
        }
        long[] present = words.column(value.word() + Extreme.PRESENT);
        for (int step = 0; step < n; step++) {
            if (present[step] == UserAccumulator.FAILED) {
                out.fail(step, failure);
            }
        }
    }
}
