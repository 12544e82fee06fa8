// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.WideColumn;

/** The least or greatest of 128-bit numbers that are never taken back. */
final class WideExtremeAccumulator extends Accumulator {

    private final int column;
    private final boolean least;
    private long[] high = {};
    private long[] low = {};

    WideExtremeAccumulator(int column, boolean least) {
        super(3);
        this.column = column;
        this.least = least;
    }

    @Override
    void bind(ChangeBatch batch) {
        WideColumn values = (WideColumn) batch.column(column);
        high = values.high();
        low = values.low();
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        int comparison = Long.compare(high[row], records[at + Extreme.VALUE]);
        if (comparison == 0) {
            comparison = Long.compareUnsigned(low[row], records[at + Extreme.LOW]);
        }
        if (records[at + Extreme.PRESENT] == 0 || (least ? comparison < 0 : comparison > 0)) {
            records[at + Extreme.PRESENT] = 1;
            records[at + Extreme.VALUE] = high[row];
            records[at + Extreme.LOW] = low[row];
        }
    }

    @Override
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        if (others[from + Extreme.PRESENT] == 0) {
            return;
        }
        int comparison = Long.compare(others[from + Extreme.VALUE], records[at + Extreme.VALUE]);
        if (comparison == 0) {
            comparison = Long.compareUnsigned(others[from + Extreme.LOW], records[at + Extreme.LOW]);
        }
        if (records[at + Extreme.PRESENT] == 0 || (least ? comparison < 0 : comparison > 0)) {
            System.arraycopy(others, from, records, at, words());
        }
    }
}
