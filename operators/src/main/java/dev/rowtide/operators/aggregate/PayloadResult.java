// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.state.SortEncoder;

/** What was kept of the row that {@link OutermostRowAccumulator} or {@link KeptRowAccumulator} found. */
record PayloadResult(int word, Extreme.OfBytes rows, Storage storage) implements Result {

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        out.reset(n, storage == Storage.WIDE);
        long[] present = words.column(word + Extreme.PRESENT);
        long[] handles = words.column(word + Extreme.VALUE);
        byte[] data = rows.data();
        for (int step = 0; step < n; step++) {
            if (present[step] == 0 || SortEncoder.isNull(data, handles[step])) {
                out.setNull(step);
                continue;
            }
            out.values()[step] = switch (storage) {
                case LONG, BOOLEAN, WIDE -> SortEncoder.number(data, handles[step]);
                case DOUBLE -> Extreme.ordered(SortEncoder.number(data, handles[step]));
                case BYTES -> SortEncoder.text(data, handles[step]);
            };
            if (storage == Storage.WIDE) {
                out.low()[step] = SortEncoder.low(data, handles[step]);
            }
        }
    }
}
