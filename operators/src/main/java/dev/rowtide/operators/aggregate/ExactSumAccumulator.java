// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.operators.state.ExactSums;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * The sum of floating-point numbers that may be taken back, kept exactly. Its words: the values that count, the rounded sum as a {@code double}'s bits (when settled), the
 * exact sum's number in a store.
 */
final class ExactSumAccumulator extends Accumulator {

    private static final int COUNT = DoubleSumAccumulator.COUNT;
    private static final int SUM = DoubleSumAccumulator.SUM;
    private static final int EXACT = 2;

    private final ExactSums sums = new ExactSums();
    private final int column;
    private double[] values = {};

    ExactSumAccumulator(int column) {
        super(3);
        this.column = column;
    }

    @Override
    void bind(ChangeBatch batch) {
        values = ((DoubleColumn) batch.column(column)).values();
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        int sum = (int) records[at + EXACT];
        records[at + EXACT] = weight > 0 ? sums.add(sum, values[row]) : sums.subtract(sum, values[row]);
        records[at + COUNT] += weight;
    }

    @Override
    void settle(long[] records, int at) {
        records[at + SUM] = Double.doubleToLongBits(sums.value((int) records[at + EXACT]));
    }

    @Override
    void clear(long[] records, int at) {
        sums.free((int) records[at + EXACT]);
        super.clear(records, at);
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        sums.write((int) records[at + EXACT], writer);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        records[at + EXACT] = sums.read(reader);
    }

    @Override
    long bytes() {
        return sums.bytes();
    }
}
