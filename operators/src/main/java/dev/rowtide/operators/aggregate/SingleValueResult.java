// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Provenance;

/**
 * SINGLE_VALUE: the least value, provided that there is no more than one row.
 *
 * @param call the column that is asked for, where the subquery stands
 */
record SingleValueResult(int countWord, ExtremeResult value, Provenance call) implements Result {

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        value.compute(words, n, out);
        long[] counts = words.column(countWord);
        for (int step = 0; step < n; step++) {
            if (counts[step] > 1) {
                out.fail(
                        step,
                        call.of(new EngineException(
                                        ErrorCode.INVALID_ARGUMENT, "a subquery used as a value has more than one row")
                                .withDetail("It has " + counts[step] + " rows, of " + call.text() + ".")
                                .withHint("Aggregate in the subquery, or add a condition that leaves one row.")));
            }
        }
    }
}
