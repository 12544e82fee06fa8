// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.ExactSums;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * How pairs (y, x) of numbers lie about their means. Its words: the pairs that count; when settled, the bits of the means of x and y, and the sums of squared
 * distances of x, of y, and of the products of both, see {@link #setDistances}; and the exact sums of x, y, their squares and product in a store. As exact as
 * {@link MomentsAccumulator}.
 */
final class CoMomentsAccumulator extends Accumulator {

    static final int COUNT = 0;
    static final int MEAN_X = 1;
    static final int MEAN_Y = 2;
    static final int XX = 3;
    static final int YY = 5;
    static final int XY = 7;
    private static final int SUM_X = 9;
    private static final int SUM_Y = 10;
    private static final int SUM_XX = 11;
    private static final int SUM_YY = 12;
    private static final int SUM_XY = 13;
    private static final int WORDS = 14;

    private final DoubleArgument argumentY;
    private final DoubleArgument argumentX;
    private final ExactSums sums = ExactSums.ofProducts();
    private double[] ys = {};
    private double[] xs = {};

    CoMomentsAccumulator(int y, int x, Schema input) {
        super(WORDS);
        argumentY = new DoubleArgument(y, input.type(y));
        argumentX = new DoubleArgument(x, input.type(x));
    }

    /**
     * Puts down the sum of the products of the distances of two numbers from their means, given the sums of both and of their products. In two words: the bits of a
     * DOUBLE about 1, and the even power of two by which it is multiplied, so that what follows from squares that no DOUBLE has room for is still right.
     */
    static void setDistances(long[] records, int at, ExactSums sums, long count, int sumA, int sumB, int products) {
        double digits = 0;
        int exponent = 0;
        if (count > 0 && sums.isFinite(sumA) && sums.isFinite(sumB)) {
            ExactValue distances = ExactValue.of(sums, products)
                    .times(count)
                    .minus(ExactValue.of(sums, sumA).times(ExactValue.of(sums, sumB)));
            exponent = distances.magnitude();
            digits = distances.shiftedRight(exponent).toDouble() / count;
        } else if (count > 0) {
            digits = Double.NaN;
        }
        set(records, at, digits);
        records[at + 1] = exponent;
    }

    @Override
    void bind(ChangeBatch batch) {
        ys = argumentY.values(batch);
        xs = argumentX.values(batch);
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        double x = xs[row];
        double y = ys[row];
        records[at + COUNT] += weight;
        addProduct(records, at + SUM_X, x, 1, weight);
        addProduct(records, at + SUM_Y, y, 1, weight);
        addProduct(records, at + SUM_XX, x, x, weight);
        addProduct(records, at + SUM_YY, y, y, weight);
        addProduct(records, at + SUM_XY, x, y, weight);
    }

    private void addProduct(long[] records, int word, double a, double b, int weight) {
        records[word] = sums.addProduct((int) records[word], a, b, weight);
    }

    @Override
    void settle(long[] records, int at) {
        long count = records[at + COUNT];
        int sumX = (int) records[at + SUM_X];
        int sumY = (int) records[at + SUM_Y];
        set(records, at + MEAN_X, mean(count, sumX));
        set(records, at + MEAN_Y, mean(count, sumY));
        setDistances(records, at + XX, sums, count, sumX, sumX, (int) records[at + SUM_XX]);
        setDistances(records, at + YY, sums, count, sumY, sumY, (int) records[at + SUM_YY]);
        setDistances(records, at + XY, sums, count, sumX, sumY, (int) records[at + SUM_XY]);
    }

    private double mean(long count, int sum) {
        if (count <= 0) {
            return 0;
        }
        if (!sums.isFinite(sum)) {
            return Double.NaN;
        }
        ExactValue total = ExactValue.of(sums, sum);
        int exponent = total.magnitude();
        return Math.scalb(total.shiftedRight(exponent).toDouble() / count, exponent);
    }

    private static void set(long[] records, int word, double value) {
        records[word] = Double.doubleToLongBits(value);
    }

    @Override
    void clear(long[] records, int at) {
        for (int word = SUM_X; word < WORDS; word++) {
            sums.free((int) records[at + word]);
        }
        super.clear(records, at);
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        for (int word = SUM_X; word < WORDS; word++) {
            sums.write((int) records[at + word], writer);
        }
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        for (int word = SUM_X; word < WORDS; word++) {
            records[at + word] = sums.read(reader);
        }
    }

    @Override
    long bytes() {
        return sums.bytes();
    }
}
