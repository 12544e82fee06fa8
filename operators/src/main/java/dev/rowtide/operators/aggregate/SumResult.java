// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import java.math.BigInteger;

/** SUM of integers and decimals: the exact sum, if the type holds it. */
final class SumResult implements Result {

    private final ExactTotal total;
    private final NumericRange range;
    private final boolean wide;
    private final boolean zeroForNull;

    SumResult(ExactTotal total, NumericRange range, Type type, boolean zeroForNull) {
        this.total = total;
        this.range = range;
        this.zeroForNull = zeroForNull;
        wide = type.storage() == Storage.WIDE;
    }

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        out.reset(n, wide);
        long[] counts = total.counts(words);
        long[] low = total.low(words);
        long[] high = total.high(words);
        long[] values = out.values();
        for (int step = 0; step < n; step++) {
            if (counts[step] == 0 && !zeroForNull) {
                out.setNull(step);
            } else if (total.fitsLong(words, step) && range.contains(low[step])) {
                if (wide) {
                    values[step] = high[step];
                    out.low()[step] = low[step];
                } else {
                    values[step] = low[step];
                }
            } else {
                large(words, step, out);
            }
        }
    }

    private void large(WordColumns words, int step, ResultVector out) {
        BigInteger sum = total.value(words, step);
        if (!wide || !range.contains(sum)) {
            out.fail(step, range.outOfRange(sum));
            return;
        }
        out.values()[step] = total.high(words)[step];
        out.low()[step] = total.low(words)[step];
    }
}
