// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import java.math.BigInteger;

/** Reads the count and the whole sum that {@link SumAccumulator} or {@link WideSumAccumulator} left. */
final class ExactTotal {

    private final int word;
    private final boolean wide;

    /**
     * @param word the accumulator's first word
     * @param argument the storage of the values summed
     */
    ExactTotal(int word, Storage argument) {
        this.word = word;
        wide = argument == Storage.WIDE;
    }

    /** The values that count, by step. */
    long[] counts(WordColumns words) {
        return words.column(word);
    }

    /** The lowest 64 bits of the sum, by step. */
    long[] low(WordColumns words) {
        return words.column(word + (wide ? WideSumAccumulator.LOW : SumAccumulator.LOW));
    }

    /** The 64 bits above, by step. */
    long[] high(WordColumns words) {
        return words.column(word + (wide ? WideSumAccumulator.HIGH : SumAccumulator.HIGH));
    }

    /** Whether the sum is what its lowest 128 bits say. */
    boolean fitsWide(WordColumns words, int step) {
        return !wide || words.column(word + WideSumAccumulator.TOP)[step] == high(words)[step] >> 63;
    }

    /** Whether the sum is what its lowest 64 bits say. */
    boolean fitsLong(WordColumns words, int step) {
        return high(words)[step] == low(words)[step] >> 63 && fitsWide(words, step);
    }

    /** The sum. */
    BigInteger value(WordColumns words, int step) {
        long high = high(words)[step];
        BigInteger sum = WideColumn.toBigInteger(high, low(words)[step]);
        if (!wide) {
            return sum;
        }
        long top = words.column(word + WideSumAccumulator.TOP)[step] + (high >>> 63);
        return sum.add(BigInteger.valueOf(top).shiftLeft(128));
    }
}
