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
                isNull = switch (function) {
                    case COVAR_SAMP -> counts[step] == 1;
                    case CORR -> xx == 0 || yy == 0;
                    case REGR_SLOPE, REGR_INTERCEPT, REGR_R2 -> xx == 0;
                    default -> false;
                };
                result = switch (function) {
                    case COVAR_POP -> xy / counts[step];
                    case COVAR_SAMP -> xy / (counts[step] - 1);
                    case CORR -> Math.max(-1, Math.min(1, xy / geometricMean(xx, yy)));
                    case REGR_AVGX -> meanX;
                    case REGR_AVGY -> meanY;
                    case REGR_SXX -> xx;
                    case REGR_SYY -> yy;
                    case REGR_SXY -> xy;
                    case REGR_SLOPE -> xy / xx;
                    case REGR_INTERCEPT -> meanY - xy / xx * meanX;
                    case REGR_R2 -> yy == 0 ? 1 : Math.min(1, xy / xx * (xy / yy));
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

    private static double geometricMean(double a, double b) {
        double product = a * b;
        boolean inRange = product >= Double.MIN_NORMAL && product <= Double.MAX_VALUE;
        return inRange ? Math.sqrt(product) : Math.sqrt(a) * Math.sqrt(b);
    }

    private double value(WordColumns words, int which, int step) {
        return Double.longBitsToDouble(words.column(word + which)[step]);
    }
}
