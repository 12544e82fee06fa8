// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.function.AggregateFunction;

/** Variances and deviations, from the words of {@link MomentsAccumulator}. */
record MomentsResult(AggregateFunction function, int word) implements Result {

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        out.reset(n, false);
        long[] counts = words.column(word + MomentsAccumulator.COUNT);
        long[] distances = words.column(word + MomentsAccumulator.DISTANCES);
        long[] exponents = words.column(word + MomentsAccumulator.DISTANCES + 1);
        boolean sample = function == AggregateFunction.VAR_SAMP || function == AggregateFunction.STDDEV_SAMP;
        boolean root = function == AggregateFunction.STDDEV_POP || function == AggregateFunction.STDDEV_SAMP;
        for (int step = 0; step < n; step++) {
            long divisor = sample ? counts[step] - 1 : counts[step];
            if (divisor <= 0) {
                out.setNull(step);
                continue;
            }
            double variance = Double.longBitsToDouble(distances[step]) / divisor;
            int exponent = (int) exponents[step];
            out.values()[step] = Double.doubleToLongBits(
                    root ? Math.scalb(Math.sqrt(variance), exponent / 2) : Math.scalb(variance, exponent));
        }
    }
}
