// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.OrderedMultisets;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The least or greatest of values that may be taken back: all of them are kept, ordered. Its words are those of {@link Extreme} (when settled), and the root of the
 * group's multiset.
 */
final class MultisetExtremeAccumulator extends Accumulator implements Extreme.OfBytes {

    private final int column;
    private final Storage storage;
    private final boolean least;
    private final int root;
    private final OrderedMultisets multisets;
    private @Nullable Column bound;

    MultisetExtremeAccumulator(int column, Storage storage, boolean least) {
        super(2 + Extreme.valueWords(storage));
        this.column = column;
        this.storage = storage;
        this.least = least;
        root = words() - 1;
        multisets = new OrderedMultisets(Extreme.order(storage));
    }

    @Override
    public byte[] data() {
        return multisets.data();
    }

    @Override
    void bind(ChangeBatch batch) {
        bound = batch.column(column);
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        Column values = Objects.requireNonNull(bound);
        int old = (int) records[at + root];
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
        int node = least ? multisets.least(multiset) : multisets.greatest(multiset);
        records[at + Extreme.PRESENT] = node == 0 ? 0 : 1;
        records[at + Extreme.VALUE] = node == 0 ? 0 : multisets.value(node);
        if (storage == Storage.WIDE) {
            records[at + Extreme.LOW] = node == 0 ? 0 : multisets.low(node);
        }
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
