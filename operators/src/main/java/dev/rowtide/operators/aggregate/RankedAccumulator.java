// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.OrderedMultisets;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * All values of a group, ordered, so that the one at any place is found in logarithmic time, as is the commonest. Several questions about the same values share them.
 * Its words: for each question those of {@link Extreme}, when settled, and the root of the group's multiset.
 *
 * <p>Where an answer need not be exact, values are kept as DOUBLE with the first {@value #COARSE_BITS} binary digits behind the leading one: so there are never more than
 * {@code 2^8} different ones between a power of two and the next, and they are off by less than {@code 2^-8} of their size. Unlike the sketches of libraries
 * this uses no random numbers, does not depend on the order of values, and can take them back.
 */
final class RankedAccumulator extends Accumulator implements Extreme.OfBytes {

    private static final int COARSE_BITS = 8;
    private static final long COARSE_MASK = -1L << 52 - COARSE_BITS;

    private final int column;
    private final boolean coarse;
    private final Storage storage;
    private final DoubleArgument number;
    private final List<RankedRead> reads;
    private final int root;
    private final OrderedMultisets multisets;
    private @Nullable Column bound;
    private double[] coarsened = {};

    /**
     * @param reads the questions, each once
     * @param coarse whether the answers need not be exact
     */
    RankedAccumulator(int column, Type type, List<RankedRead> reads, boolean coarse) {
        super(words(reads, coarse ? Storage.DOUBLE : type.storage()) + 1);
        this.column = column;
        this.reads = reads;
        this.coarse = coarse;
        storage = coarse ? Storage.DOUBLE : type.storage();
        number = new DoubleArgument(column, type);
        root = words() - 1;
        multisets = new OrderedMultisets(Extreme.order(storage), true);
    }

    private static int words(List<RankedRead> reads, Storage storage) {
        return reads.stream()
                .mapToInt(read -> 1 + Extreme.valueWords(read.storage(storage)))
                .sum();
    }

    /** Where the answer to a question is: its first word, counted among a record's values. */
    int word(RankedRead read) {
        return word() + words(reads.subList(0, reads.indexOf(read)), storage);
    }

    @Override
    public byte[] data() {
        return multisets.data();
    }

    @Override
    void bind(ChangeBatch batch) {
        bound = batch.column(column);
        coarsened = coarse ? number.values(batch) : coarsened;
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        Column values = Objects.requireNonNull(bound);
        int old = (int) records[at + root];
        if (coarse) {
            long word = KeyWords.of(coarsened[row]) & COARSE_MASK;
            records[at + root] =
                    multisets.add(old, Extreme.ordered(KeyWords.of(Double.longBitsToDouble(word))), 0, weight);
            return;
        }
        records[at + root] = switch (storage) {
            case LONG, BOOLEAN -> multisets.add(old, KeyWords.of(values, row), 0, weight);
            case DOUBLE -> multisets.add(old, Extreme.ordered(KeyWords.of(values, row)), 0, weight);
            case WIDE -> {
                WideColumn wide = (WideColumn) values;
                yield multisets.add(old, wide.high()[row], wide.low()[row], weight);
            }
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) values;
                yield multisets.add(old, bytes.data(), bytes.starts()[row], bytes.lengths()[row], weight);
            }
        };
    }

    @Override
    void settle(long[] records, int at) {
        int multiset = (int) records[at + root];
        long size = multisets.size(multiset);
        int word = at;
        for (RankedRead read : reads) {
            Storage result = read.storage(storage);
            records[word + Extreme.PRESENT] = size > 0 ? 1 : 0;
            if (size <= 0) {
                records[word + Extreme.VALUE] = 0;
            } else if (read.between()) {
                double value = between(multiset, read, size);
                records[word + Extreme.VALUE] = Extreme.ordered(KeyWords.of(value));
            } else {
                int node = read.fraction() == null
                        ? multisets.commonest(multiset)
                        : multisets.at(multiset, read.place(size));
                records[word + Extreme.VALUE] = multisets.value(node);
                if (result == Storage.WIDE) {
                    records[word + Extreme.LOW] = multisets.low(node);
                }
            }
            word += 1 + Extreme.valueWords(result);
        }
    }

    private double between(int multiset, RankedRead read, long size) {
        long place = read.placeBefore(size);
        double share = read.shareOfNext(size);
        double first = number(multisets.at(multiset, read.fromFront(place, size)));
        if (share == 0) {
            return first;
        }
        double next = number(multisets.at(multiset, read.fromFront(place + 1, size)));
        return first == next ? first : first + (next - first) * share;
    }

    private double number(int node) {
        long value = multisets.value(node);
        return switch (storage) {
            case DOUBLE -> Double.longBitsToDouble(Extreme.ordered(value));
            case WIDE -> number.value(value, multisets.low(node));
            default -> number.value(value);
        };
    }

    @Override
    void clear(long[] records, int at) {
        multisets.free((int) records[at + root]);
        super.clear(records, at);
    }

    @Override
    void compact(RecordTable table) {
        if (multisets.isWasteful()) {
            multisets.compact();
            for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
                settle(table.records(), at + offset(table));
            }
        }
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        multisets.write((int) records[at + root], writer);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        records[at + root] = multisets.read(reader);
        settle(records, at);
    }

    @Override
    long bytes() {
        return multisets.bytes();
    }
}
