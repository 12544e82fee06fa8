// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.state.ExactSums;

/** SUM and AVG of floating-point numbers, from the words of {@link DoubleSumAccumulator}. */
final class DoubleResults {

    private DoubleResults() {}

    /** The bits of a result: rounded to FLOAT where that is the type, one zero, one NaN. */
    static long bits(double value, Type type) {
        return Double.doubleToLongBits((type.kind() == TypeKind.FLOAT ? (float) value : value) + 0.0);
    }

    /** SUM. */
    record Sum(int word, Type type, boolean zeroForNull) implements Result {

        @Override
        public void compute(WordColumns words, int n, ResultVector out) {
            out.reset(n, false);
            long[] counts = words.column(word + DoubleSumAccumulator.COUNT);
            long[] sums = words.column(word + DoubleSumAccumulator.SUM);
            for (int step = 0; step < n; step++) {
                if (counts[step] == 0 && !zeroForNull) {
                    out.setNull(step);
                } else {
                    out.values()[step] = bits(Double.longBitsToDouble(sums[step]), type);
                }
            }
        }
    }

    /** AVG. */
    record Average(int word, Type type) implements Result {

        @Override
        public void compute(WordColumns words, int n, ResultVector out) {
            out.reset(n, false);
            long[] counts = words.column(word + DoubleSumAccumulator.COUNT);
            long[] sums = words.column(word + DoubleSumAccumulator.SUM);
            long[] rests = words.column(word + DoubleSumAccumulator.REST);
            for (int step = 0; step < n; step++) {
                if (counts[step] == 0) {
                    out.setNull(step);
                    continue;
                }
                double sum = Double.longBitsToDouble(sums[step]);
                double mean = Double.isInfinite(sum)
                        ? Math.scalb(Double.longBitsToDouble(rests[step]) / counts[step], ExactSums.BEYOND_RANGE_BITS)
                        : sum / counts[step];
                out.values()[step] = bits(mean, type);
            }
        }
    }
}
