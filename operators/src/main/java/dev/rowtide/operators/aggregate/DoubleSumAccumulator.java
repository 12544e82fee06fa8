// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.DoubleColumn;
import dev.rowtide.operators.state.ExactSums;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * The sum of floating-point numbers, kept exactly and rounded once: what is taken back leaves no trace, and the order of the numbers makes no difference. Its words:
 * the values that count, the rounded sum, what the sum is beyond that, both as the bits of {@code double}s, and the sum's number in a store. Of a stored sum that is
 * infinite when rounded, the rest is {@link ExactSums#beyondRange} when settled: a mean may be finite still.
 *
 * <p>Almost always two {@code double}s that don't overlap hold the sum without any loss: the error of each addition is a {@code double} itself. Once they
 * can't, because the numbers lie too far apart or are not finite, the group's sum moves to the store for good; its rounded sum is then right when settled.
 */
final class DoubleSumAccumulator extends Accumulator {

    static final int COUNT = 0;
    static final int SUM = 1;
    static final int REST = 2;
    private static final int STORED = 3;

    /** Sums below it can't overflow while the errors are computed. */
    private static final double SUM_MAX = 0x1p1000;

    private final ExactSums sums = new ExactSums();
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
        add(records, at, values[row], weight);
    }

    private void add(long[] records, int at, double given, int weight) {
        records[at + COUNT] += weight;
        if (records[at + STORED] != 0) {
            addStored(records, at, given, weight);
            return;
        }
        double value = weight > 0 ? given : -given;
        double sum = Double.longBitsToDouble(records[at + SUM]);
        double rest = Double.longBitsToDouble(records[at + REST]);
        double total = sum + value;
        double lost = error(sum, value, total);
        double restTotal = rest + lost;
        double rounded = total + restTotal;
        if (error(rest, lost, restTotal) == 0 && Math.abs(rounded) < SUM_MAX) {
            records[at + SUM] = Double.doubleToRawLongBits(rounded + 0.0);
            records[at + REST] = Double.doubleToRawLongBits(error(total, restTotal, rounded));
        } else {
            records[at + STORED] = sums.add(sums.add(0, sum), rest);
            addStored(records, at, given, weight);
        }
    }

    /** By how much {@code sum}, the rounded sum of two numbers, falls short of it: exactly, unless something overflows. */
    private static double error(double a, double b, double sum) {
        double shareOfB = sum - a;
        double shareOfA = sum - shareOfB;
        return a - shareOfA + (b - shareOfB);
    }

    private void addStored(long[] records, int at, double value, int weight) {
        int sum = (int) records[at + STORED];
        records[at + STORED] = weight > 0 ? sums.add(sum, value) : sums.subtract(sum, value);
    }

    @Override
    void settle(long[] records, int at) {
        if (records[at + STORED] != 0) {
            int stored = (int) records[at + STORED];
            double value = sums.value(stored);
            records[at + SUM] = Double.doubleToLongBits(value);
            records[at + REST] = Double.doubleToLongBits(Double.isInfinite(value) ? sums.beyondRange(stored) : 0);
        }
    }

    @Override
    void clear(long[] records, int at) {
        sums.free((int) records[at + STORED]);
        super.clear(records, at);
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        sums.write((int) records[at + STORED], writer);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        records[at + STORED] = sums.read(reader);
    }

    @Override
    long bytes() {
        return sums.bytes();
    }

    @Override
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        DoubleSumAccumulator added = (DoubleSumAccumulator) other;
        long count = records[at + COUNT] + others[from + COUNT];
        if (others[from + STORED] != 0) {
            if (records[at + STORED] == 0) {
                double sum = Double.longBitsToDouble(records[at + SUM]);
                double rest = Double.longBitsToDouble(records[at + REST]);
                records[at + STORED] = sums.add(sums.add(0, sum), rest);
            }
            records[at + STORED] = sums.addAll((int) records[at + STORED], added.sums, (int) others[from + STORED]);
        } else {
            add(records, at, Double.longBitsToDouble(others[from + SUM]), 1);
            add(records, at, Double.longBitsToDouble(others[from + REST]), 1);
        }
        records[at + COUNT] = count;
    }
}
