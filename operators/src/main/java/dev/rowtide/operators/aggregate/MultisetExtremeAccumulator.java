// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.type.Storage;

/** The least or greatest of values that may be taken back: all of them are kept. What is settled are the words of {@link Extreme}. */
final class MultisetExtremeAccumulator extends ValuesAccumulator {

    private final boolean least;

    MultisetExtremeAccumulator(int column, Storage storage, boolean least) {
        super(column, storage, 1 + Extreme.valueWords(storage), false);
        this.least = least;
    }

    @Override
    void settle(long[] records, int at) {
        int multiset = root(records, at);
        int node = least ? multisets().least(multiset) : multisets().greatest(multiset);
        records[at + Extreme.PRESENT] = node == 0 ? 0 : 1;
        records[at + Extreme.VALUE] = node == 0 ? 0 : multisets().value(node);
        if (storage() == Storage.WIDE) {
            records[at + Extreme.LOW] = node == 0 ? 0 : multisets().low(node);
        }
    }
}
