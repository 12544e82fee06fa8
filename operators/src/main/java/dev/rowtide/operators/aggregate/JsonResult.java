// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.expression.Provenance;

/**
 * JSON_OBJECTAGG and JSON_ARRAYAGG: what {@link JoinedRowsAccumulator} joined, empty brackets if all rows were left out, NULL without rows.
 *
 * @param rowsWord counts the rows
 * @param namesWord counts the rows whose name is not NULL; the same where there are no names
 * @param call where it stands, for the error
 */
record JsonResult(int rowsWord, int namesWord, JoinedRowsAccumulator joined, Provenance call) implements Result {

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        out.reset(n, false);
        long[] rows = words.column(rowsWord);
        long[] names = words.column(namesWord);
        long[] present = words.column(joined.word() + Extreme.PRESENT);
        long[] handles = words.column(joined.word() + Extreme.VALUE);
        for (int step = 0; step < n; step++) {
            if (rows[step] <= 0) {
                out.setNull(step);
            } else if (names[step] < rows[step]) {
                out.fail(
                        step,
                        call.of(new EngineException(ErrorCode.INVALID_ARGUMENT, "the key of JSON_OBJECTAGG is NULL")
                                .withDetail((rows[step] - names[step]) + " of " + rows[step] + " rows have no key.")
                                .withHint("Leave them out: JSON_OBJECTAGG(...) FILTER (WHERE key IS NOT NULL).")));
            } else {
                out.values()[step] = present[step] == 0 ? joined.empty() : handles[step];
            }
        }
    }
}
