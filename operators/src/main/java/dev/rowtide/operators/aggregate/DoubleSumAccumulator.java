// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.DoubleColumn;

/**
 * The sum of floating-point numbers that are never taken back, with Neumaier's compensation: the rounding errors are summed beside. Its words: the values that
 * count, the corrected sum, the plain sum, the errors, as the bits of {@code double}s.
 */
final class DoubleSumAccumulator extends Accumulator {

    static final int COUNT = 0;
    static final int SUM = 1;
    private static final int PLAIN = 2;
    private static final int ERROR = 3;

    private final int column;
    private double[] values = {};

    DoubleSumAccumulator(int column) {
        super(4);
        this.column = column;
    }

    @Override
    void bind(ChangeBatch batch) {
        values = ((DoubleColumn) batch.column(column)).values();
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        double value = values[row];
        double sum = Double.longBitsToDouble(records[at + PLAIN]);
        double error = Double.longBitsToDouble(records[at + ERROR]);
        double total = sum + value;
        error += Math.abs(sum) >= Math.abs(value) ? sum - total + value : value - total + sum;
        records[at + COUNT]++;
        records[at + PLAIN] = Double.doubleToRawLongBits(total);
        records[at + ERROR] = Double.doubleToRawLongBits(error);
        double result = Double.isInfinite(total) || Double.isNaN(total) ? total : total + error;
        records[at + SUM] = Double.doubleToLongBits(result + 0.0);
    }
}
