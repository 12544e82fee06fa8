// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.Arena;

/** The least or greatest of byte strings that are never taken back. */
final class BytesExtremeAccumulator extends KeptBytesAccumulator {

    private final int column;
    private final boolean least;
    private byte[] data = {};
    private int[] starts = {};
    private int[] lengths = {};

    BytesExtremeAccumulator(int column, boolean least) {
        this.column = column;
        this.least = least;
    }

    @Override
    void bind(ChangeBatch batch) {
        BytesColumn values = batch.bytes(column);
        data = values.data();
        starts = values.starts();
        lengths = values.lengths();
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        if (records[at + Extreme.PRESENT] != 0) {
            int comparison = compare(records, at, data, starts[row], lengths[row]);
            if (least ? comparison <= 0 : comparison >= 0) {
                return;
            }
        }
        keep(records, at, data, starts[row], lengths[row]);
    }

    @Override
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        if (others[from + Extreme.PRESENT] == 0) {
            return;
        }
        byte[] bytes = ((BytesExtremeAccumulator) other).data();
        int start = Arena.start(others[from + Extreme.VALUE]);
        int length = Arena.length(others[from + Extreme.VALUE]);
        if (records[at + Extreme.PRESENT] != 0) {
            int comparison = compare(records, at, bytes, start, length);
            if (least ? comparison <= 0 : comparison >= 0) {
                return;
            }
        }
        keep(records, at, bytes, start, length);
    }
}
