// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.state.ExactSums;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * How far numbers lie from their mean. Its words: the values that count, the sum of their squared distances from their mean (when settled, see
 * {@link CoMomentsAccumulator#setDistances}), and the sums of the values and of their squares in a store.
 *
 * <p>The sums are exact, so what is taken back leaves no trace, however often. The distances follow from {@code n * sum(x * x) - sum(x)^2}, computed without
 * rounding and rounded once: no digits cancel, also where the values differ only in their last.
 */
final class MomentsAccumulator extends Accumulator {

    static final int COUNT = 0;
    static final int DISTANCES = 1;
    private static final int SUM = 3;
    private static final int SQUARES = 4;

    private final DoubleArgument argument;
    private final ExactSums sums = ExactSums.ofProducts();
    private double[] values = {};

    MomentsAccumulator(int column, Type type) {
        super(5);
        argument = new DoubleArgument(column, type);
    }

    @Override
    void bind(ChangeBatch batch) {
        values = argument.values(batch);
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        double value = values[row];
        records[at + COUNT] += weight;
        records[at + SUM] = sums.addProduct((int) records[at + SUM], value, 1, weight);
        records[at + SQUARES] = sums.addProduct((int) records[at + SQUARES], value, value, weight);
    }

    @Override
    void settle(long[] records, int at) {
        int sum = (int) records[at + SUM];
        CoMomentsAccumulator.setDistances(
                records, at + DISTANCES, sums, records[at + COUNT], sum, sum, (int) records[at + SQUARES]);
    }

    @Override
    void clear(long[] records, int at) {
        sums.free((int) records[at + SUM]);
        sums.free((int) records[at + SQUARES]);
        super.clear(records, at);
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        sums.write((int) records[at + SUM], writer);
        sums.write((int) records[at + SQUARES], writer);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        records[at + SUM] = sums.read(reader);
        records[at + SQUARES] = sums.read(reader);
    }

    @Override
    long bytes() {
        return sums.bytes();
    }
}
