// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.function.AggregateFunction;

/** Covariances, correlations and lines through points, from the words of {@link CoMomentsAccumulator}. */
record CoMomentsResult(AggregateFunction function, int word) implements Result {

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        if (function == AggregateFunction.REGR_COUNT) {
            out.refer(words.column(word + CoMomentsAccumulator.COUNT));
            return;
        }
        out.reset(n, false);
        long[] counts = words.column(word + CoMomentsAccumulator.COUNT);
        for (int step = 0; step < n; step++) {
            double result = 0;
            boolean isNull = counts[step] <= 0;
            if (!isNull) {
                double meanX = value(words, CoMomentsAccumulator.MEAN_X, step);
                double meanY = value(words, CoMomentsAccumulator.MEAN_Y, step);
                double xx = value(words, CoMomentsAccumulator.XX, step);
                double yy = value(words, CoMomentsAccumulator.YY, step);
                double xy = value(words, CoMomentsAccumulator.XY, step);
                int ofXx = exponent(words, CoMomentsAccumulator.XX, step);
                int ofYy = exponent(words, CoMomentsAccumulator.YY, step);
                int ofXy = exponent(words, CoMomentsAccumulator.XY, step);
                double slope = Math.scalb(xy / xx, ofXy - ofXx);
                isNull = switch (function) {
                    case COVAR_SAMP -> counts[step] == 1;
                    case CORR -> xx == 0 || yy == 0;
                    case REGR_SLOPE, REGR_INTERCEPT, REGR_R2 -> xx == 0;
                    default -> false;
                };
                result = switch (function) {
                    case COVAR_POP -> Math.scalb(xy / counts[step], ofXy);
                    case COVAR_SAMP -> Math.scalb(xy / (counts[step] - 1), ofXy);
                    case CORR ->
                        Math.max(-1, Math.min(1, Math.scalb(xy / Math.sqrt(xx * yy), ofXy - (ofXx + ofYy) / 2)));
                    case REGR_AVGX -> meanX;
                    case REGR_AVGY -> meanY;
                    case REGR_SXX -> Math.scalb(xx, ofXx);
                    case REGR_SYY -> Math.scalb(yy, ofYy);
                    case REGR_SXY -> Math.scalb(xy, ofXy);
                    case REGR_SLOPE -> slope;
                    case REGR_INTERCEPT -> meanY - slope * meanX;
                    case REGR_R2 -> yy == 0 ? 1 : Math.min(1, Math.scalb(xy / xx * (xy / yy), 2 * ofXy - ofXx - ofYy));
                    default -> throw new IllegalStateException(function.name());
                };
            }
            if (isNull) {
                out.setNull(step);
            } else {
                out.values()[step] = Double.doubleToLongBits(result + 0.0);
            }
        }
    }

    private double value(WordColumns words, int which, int step) {
        return Double.longBitsToDouble(words.column(word + which)[step]);
    }

    /** The power of two that belongs to a sum of distances. */
    private int exponent(WordColumns words, int which, int step) {
        return (int) words.column(word + which + 1)[step];
    }
}
