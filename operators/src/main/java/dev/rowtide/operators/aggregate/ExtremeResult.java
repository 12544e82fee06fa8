// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.type.Storage;

/** MIN and MAX, from the words that {@link Extreme} says. */
record ExtremeResult(int word, Storage storage) implements Result {

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        out.reset(n, storage == Storage.WIDE);
        long[] present = words.column(word + Extreme.PRESENT);
        long[] found = words.column(word + Extreme.VALUE);
        long[] values = out.values();
        for (int step = 0; step < n; step++) {
            values[step] = storage == Storage.DOUBLE ? Extreme.ordered(found[step]) : found[step];
        }
        if (storage == Storage.WIDE) {
            System.arraycopy(words.column(word + Extreme.LOW), 0, out.low(), 0, n);
        }
        for (int step = 0; step < n; step++) {
            if (present[step] == 0) {
                out.setNull(step);
            }
        }
    }
}
