// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.operators.state.ExactSums;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/**
 * The exact sum of floating-point numbers, rounded once, so that it depends on nothing but the numbers. Almost always two {@code double}s that don't overlap hold a
 * subtree's sum without any loss. Where they can't, because the numbers lie too far apart or are not finite, the subtree's parts are added one by one.
 */
final class DoubleSumSummary extends Summary {

    private static final int COUNT = 0;
    private static final int SUM = 1;
    private static final int REST = 2;
    private static final int WIDTH = 3;

    /** Sums below it can't overflow while the errors are computed. */
    private static final double SUM_MAX = 0x1p1000;

    private final ExactSums exact = new ExactSums();

    /** The sums of subtrees, by the row at the top; REST is NaN for one that is not known. */
    private double[] sums = new double[16 * WIDTH];

    // The range: its sum in two parts, or in a store once it doesn't fit.
    private long count;
    private double sum;
    private double rest;
    private int stored;

    DoubleSumSummary(RowStore rows, int column) {
        super(rows, column);
    }

    @Override
    public void update(int row, int left, int right) {
        int at = row * WIDTH;
        if (at >= sums.length) {
            sums = Arrays.copyOf(sums, Math.max(at + WIDTH, 2 * sums.length));
        }
        reset();
        row(row);
        boolean known = addSubtree(left) && addSubtree(right) && stored == 0;
        sums[at + COUNT] = count(row, left, right);
        sums[at + SUM] = sum;
        sums[at + REST] = known ? rest : Double.NaN;
        reset();
    }

    private double count(int row, int left, int right) {
        return (isNull(row) ? 0 : 1)
                + (left < 0 ? 0 : sums[left * WIDTH + COUNT])
                + (right < 0 ? 0 : sums[right * WIDTH + COUNT]);
    }

    private boolean addSubtree(int subtree) {
        return subtree < 0 || subtree(subtree);
    }

    @Override
    void reset() {
        count = 0;
        sum = 0;
        rest = 0;
        exact.free(stored);
        stored = 0;
    }

    @Override
    public boolean subtree(int row) {
        int at = row * WIDTH;
        if (Double.isNaN(sums[at + REST])) {
            return false;
        }
        count += (long) sums[at + COUNT];
        add(sums[at + SUM]);
        add(sums[at + REST]);
        return true;
    }

    @Override
    public void row(int row) {
        if (!isNull(row)) {
            count++;
            add(Double.longBitsToDouble(rows.word(row, column)));
        }
    }

    private void add(double value) {
        if (stored != 0) {
            stored = exact.add(stored, value);
            return;
        }
        double total = sum + value;
        double lost = error(sum, value, total);
        double restTotal = rest + lost;
        double rounded = total + restTotal;
        if (error(rest, lost, restTotal) == 0 && Math.abs(rounded) < SUM_MAX) {
            rest = error(total, restTotal, rounded);
            sum = rounded + 0.0;
        } else {
            stored = exact.add(exact.add(exact.add(0, sum), rest), value);
        }
    }

    /** By how much {@code sum}, the rounded sum of two numbers, falls short of it: exactly, unless something overflows. */
    private static double error(double a, double b, double sum) {
        double shareOfB = sum - a;
        double shareOfA = sum - shareOfB;
        return a - shareOfA + (b - shareOfB);
    }

    @Override
    long count() {
        return count;
    }

    /** The sum of the range. */
    double sum() {
        return stored == 0 ? sum : exact.value(stored);
    }

    /** Where the sum is infinite: {@link ExactSums#beyondRange}. */
    double beyondRange() {
        return stored != 0 && Double.isInfinite(exact.value(stored)) ? exact.beyondRange(stored) : 0;
    }

    @Override
    long bytes() {
        return (long) sums.length * Double.BYTES + exact.bytes();
    }
}
