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
 * All values of a group, ordered, any of which may be taken back. Its words: those that a subclass settles, which hold what it reads from the values, and the root of
 * the group's multiset.
 */
abstract class ValuesAccumulator extends Accumulator implements Extreme.OfBytes {

    private final int column;
    private final Storage storage;
    private final int root;
    private final OrderedMultisets multisets;
    private @Nullable Column bound;

    /**
     * @param storage how values are kept
     * @param settledWords the words that {@link #settle} sets
     * @param ranked whether places and the commonest value are asked for
     */
    ValuesAccumulator(int column, Storage storage, int settledWords, boolean ranked) {
        super(settledWords + 1);
        this.column = column;
        this.storage = storage;
        root = settledWords;
        multisets = new OrderedMultisets(Extreme.order(storage), ranked);
    }

    final Storage storage() {
        return storage;
    }

    /** The values of all groups. */
    final OrderedMultisets multisets() {
        return multisets;
    }

    /** The values of a group. */
    final int root(long[] records, int at) {
        return (int) records[at + root];
    }

    @Override
    public final byte[] data() {
        return multisets.data();
    }

    @Override
    void bind(ChangeBatch batch) {
        bound = batch.column(column);
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        Column values = Objects.requireNonNull(bound);
        switch (storage) {
            case LONG, BOOLEAN -> add(records, at, KeyWords.of(values, row), 0, weight);
            case DOUBLE -> add(records, at, Extreme.ordered(KeyWords.of(values, row)), 0, weight);
            case WIDE -> {
                WideColumn wide = (WideColumn) values;
                add(records, at, wide.high()[row], wide.low()[row], weight);
            }
            case BYTES -> {
                BytesColumn bytes = (BytesColumn) values;
                records[at + root] = multisets.add(
                        root(records, at), bytes.data(), bytes.starts()[row], bytes.lengths()[row], weight);
            }
        }
    }

    /** Counts a value in that is no byte string, as the multisets order it. */
    final void add(long[] records, int at, long value, long low, int weight) {
        records[at + root] = multisets.add(root(records, at), value, low, weight);
    }

    @Override
    abstract void settle(long[] records, int at);

    @Override
    final void clear(long[] records, int at) {
        multisets.free(root(records, at));
        super.clear(records, at);
    }

    @Override
    final void compact(RecordTable table) {
        if (multisets.isWasteful()) {
            multisets.compact();
            for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
                settle(table.records(), at + offset(table));
            }
        }
    }

    @Override
    final void snapshot(long[] records, int at, StateWriter writer) {
        multisets.write(root(records, at), writer);
    }

    @Override
    final void restore(long[] records, int at, StateReader reader) {
        records[at + root] = multisets.read(reader);
        settle(records, at);
    }

    @Override
    final long bytes() {
        return multisets.bytes();
    }
}
