// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.SortEncoder;

/** The first or last of rows that are never taken back: only that row is kept. */
final class KeptRowAccumulator extends KeptBytesAccumulator {

    private final SortedRows rows;
    private final boolean first;

    KeptRowAccumulator(SortedRows rows, boolean first) {
        this.rows = rows;
        this.first = first;
    }

    @Override
    void bind(ChangeBatch batch) {
        rows.bind(batch);
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        boolean present = records[at + Extreme.PRESENT] != 0;
        if (present && rows.byArrival() && first) {
            return;
        }
        SortEncoder encoded = rows.encode(row, 0);
        if (present && !rows.byArrival()) {
            int comparison = compare(records, at, encoded.data(), 0, encoded.length());
            if (first ? comparison <= 0 : comparison >= 0) {
                return;
            }
        }
        keep(records, at, encoded.data(), 0, encoded.length());
    }
}
