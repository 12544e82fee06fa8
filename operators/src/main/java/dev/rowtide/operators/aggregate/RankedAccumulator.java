// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.state.KeyWords;
import java.util.List;

/**
 * The values at places in the order of all, and the commonest, each found in logarithmic time. Several questions about the same values share them: what is settled are
 * for each question the words of {@link Extreme}.
 *
 * <p>Where an answer need not be exact, values are kept as DOUBLE with the first {@value #COARSE_BITS} binary digits behind the leading one: so there are never more than
 * {@code 2^8} different ones between a power of two and the next, and they are off by less than {@code 2^-8} of their size. Unlike the sketches of libraries
 * this uses no random numbers, does not depend on the order of values, and can take them back.
 */
final class RankedAccumulator extends ValuesAccumulator {

    private static final int COARSE_BITS = 8;
    private static final long COARSE_MASK = -1L << 52 - COARSE_BITS;

    private final boolean coarse;
    private final DoubleArgument number;
    private final List<RankedRead> reads;
    private double[] coarsened = {};

    /**
     * @param reads the questions, each once
     * @param coarse whether the answers need not be exact
     */
    RankedAccumulator(int column, Type type, List<RankedRead> reads, boolean coarse) {
        super(column, storage(type, coarse), words(reads, storage(type, coarse)), true);
        this.reads = reads;
        this.coarse = coarse;
        number = new DoubleArgument(column, type);
    }

    private static Storage storage(Type type, boolean coarse) {
        return coarse ? Storage.DOUBLE : type.storage();
    }

    private static int words(List<RankedRead> reads, Storage storage) {
        return reads.stream()
                .mapToInt(read -> 1 + Extreme.valueWords(read.storage(storage)))
                .sum();
    }

    /** Where the answer to a question is: its first word, counted among a record's values. */
    int word(RankedRead read) {
        return word() + words(reads.subList(0, reads.indexOf(read)), storage());
    }

    @Override
    void bind(ChangeBatch batch) {
        if (coarse) {
            coarsened = number.values(batch);
        } else {
            super.bind(batch);
        }
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        if (coarse) {
            long word = KeyWords.of(coarsened[row]) & COARSE_MASK;
            add(records, at, Extreme.ordered(KeyWords.of(Double.longBitsToDouble(word))), 0, weight);
        } else {
            super.add(records, at, row, weight);
        }
    }

    @Override
    void settle(long[] records, int at) {
        int multiset = root(records, at);
        long size = multisets().size(multiset);
        int word = at;
        for (RankedRead read : reads) {
            Storage result = read.storage(storage());
            records[word + Extreme.PRESENT] = size > 0 ? 1 : 0;
            if (size <= 0) {
                records[word + Extreme.VALUE] = 0;
            } else if (read.between()) {
                double value = between(multiset, read, size);
                records[word + Extreme.VALUE] = Extreme.ordered(KeyWords.of(value));
            } else {
                int node = read.fraction() == null
                        ? multisets().commonest(multiset)
                        : multisets().at(multiset, read.place(size));
                records[word + Extreme.VALUE] = multisets().value(node);
                if (result == Storage.WIDE) {
                    records[word + Extreme.LOW] = multisets().low(node);
                }
            }
            word += 1 + Extreme.valueWords(result);
        }
    }

    private double between(int multiset, RankedRead read, long size) {
        long place = read.placeBefore(size);
        double share = read.shareOfNext(size);
        double first = number(multisets().at(multiset, read.fromFront(place, size)));
        if (share == 0) {
            return first;
        }
        double next = number(multisets().at(multiset, read.fromFront(place + 1, size)));
        return first == next ? first : first + (next - first) * share;
    }

    private double number(int node) {
        long value = multisets().value(node);
        return switch (storage()) {
            case DOUBLE -> Double.longBitsToDouble(Extreme.ordered(value));
            case WIDE -> number.value(value, multisets().low(node));
            default -> number.value(value);
        };
    }
}
