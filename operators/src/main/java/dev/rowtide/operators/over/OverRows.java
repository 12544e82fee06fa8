// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.OrderedInput;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Keeps the rows of each partition in order, with the results that they are shown with. Of equal rows the latest is the one that is taken out: the others keep their places. */
final class OverRows implements OrderedInput.Lists {

    private static final long FORMAT = 2;
    /** The extra word of a stored row: its result, plus 1 (32), and its partition (32). */
    private static final int EXTRA_WORDS = 1;

    private final Partitions partitions;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;
    private final RowStore results;
    private final OverValues values;
    private final OrderedRows lists;
    private final OrderedInput input;
    private final PartitionRows partitionRows;
    private final ChangedRows changed = new ChangedRows();
    private final OverChanges changes;
    private final NetEffects effects;

    private int[] located = new int[ChangeBatch.ROWS_MAX];

    /** Is told positions. */
    @FunctionalInterface
    interface Positions {

        /** The next change is one of {@code position}: what came before is complete, if that was another. */
        void reach(long position);
    }

    OverRows(OverAggregate node) {
        Schema schema = node.input().schema();
        int columns = schema.size();
        partitions = new Partitions(
                schema,
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray(),
                node.ttl());
        expiry = partitions.expiry();
        rows = new RowStore(schema, EXTRA_WORDS);
        results = new RowStore(
                node.schema()
                        .project(IntStream.range(columns, node.schema().size()).toArray()),
                0);
        RowOrder order = new RowOrder(schema, node.order(), rows);
        values = new OverValues(node, rows, order);
        lists = values.lists();
        partitionRows = values.partition();
        input = new OrderedInput(
                this, node.input(), rows, order, lists, !node.order().isEmpty(), false, row -> -lists.arrival(row));
        changes = new OverChanges(
                rows, columns, results, node.calls().size(), node.mode().updateBefore());
        effects = new NetEffects(partitionRows, lists, values, results, changed, changes);
    }

    /** Where net effects are collected. */
    OverChanges changes() {
        return changes;
    }

    /** Takes in the changes of a batch, telling the position of each. */
    void apply(ChangeBatch batch, long nowMillis, Positions positions) {
        if (located.length < batch.size()) {
            located = new int[batch.size()];
        }
        if (changed.isEmpty()) {
            partitions.giveUpEmpty();
        }
        partitions.locate(batch, located, nowMillis);
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            positions.reach(batch.position(row));
            input.apply(located[i], batch, row);
        }
    }

    @Override
    public void append(int partition, ChangeBatch batch, int row) {
        insert(partition, rows.add(batch, row), input.nextArrival());
    }

    @Override
    public void insert(int partition, int number, long arrival) {
        setPartition(number, partition);
        changed.touch(partition, partitions.size(partition));
        partitions.setRoot(partition, lists.insert(partitions.root(partition), number, arrival), 1);
        changed.came(number, partition);
    }

    @Override
    public void remove(int number) {
        int partition = partition(number);
        changed.touch(partition, partitions.size(partition));
        partitions.setRoot(partition, lists.remove(partitions.root(partition), number), -1);
        changed.went(number, partition);
    }

    @Override
    public void replaced(int old, int number) {
        changed.replaced(old, number);
    }

    @Override
    public void missed(int partition) {
        partitions.noteEmpty(partition);
    }

    /** Whether a partition is too old. */
    boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    /** No partition is too old before this time, milliseconds since the epoch. */
    long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    /** Takes out the rows of the partitions that are too old; how many partitions there were. */
    int expire(long nowMillis) {
        if (expiry == null) {
            return 0;
        }
        int count = expiry.take(nowMillis);
        for (int i = 0; i < count; i++) {
            int partition = partitions.numberAt(expiry.expired()[i]);
            while (partitions.size(partition) > 0) {
                input.takeOut(lists.row(partitions.root(partition), 0));
            }
            partitions.noteEmpty(partition);
        }
        return count;
    }

    /**
     * Collects the net effect of all changes since the last call.
     *
     * @return why a result can't be computed, or null
     */
    @Nullable
    EngineException complete() {
        for (int touched = 0; touched < changed.touched(); touched++) {
            effects.tellGone(touched);
        }
        for (int touched = 0; touched < changed.touched(); touched++) {
            int partition = changed.partition(touched);
            partitionRows.enter(partition, partitions.root(partition), partitions.size(partition));
            EngineException failure = effects.collect(touched);
            if (failure != null) {
                return failure;
            }
            if (partitions.size(partition) == 0) {
                partitions.noteEmpty(partition);
            }
        }
        for (int entry = 0; entry < changed.size(); entry++) {
            if (changed.went(entry)) {
                giveUp(changed.row(entry));
            }
        }
        changed.clear();
        input.complete();
        return null;
    }

    private void giveUp(int row) {
        int result = NetEffects.result(rows, row);
        if (result != ChangedRows.NONE) {
            changes.freeResult(result);
        }
        changes.freeRow(row);
    }

    @Override
    public int partition(int row) {
        return (int) rows.extra(row, 0);
    }

    private void setPartition(int row, int partition) {
        rows.setExtra(row, 0, (rows.extra(row, 0) & 0xFFFF_FFFF_0000_0000L) | partition);
    }

    long unknownRetractions() {
        return input.unknownRetractions();
    }

    /** How many results were computed so far. */
    long computedResults() {
        return effects.computed();
    }

    void snapshot(int first, int last, StateWriter writer) {
        partitions.giveUpEmpty();
        writer.writeLong(FORMAT);
        RecordExpiry.snapshot(expiry, writer);
        int[] numbers = partitions.writeExtent(first, last, writer);
        for (int partition : numbers) {
            int[] kept = new int[partitions.size(partition)];
            lists.rows(partitions.root(partition), 0, kept.length, kept);
            partitions.writeKey(partition, writer);
            partitions.writeTime(partition, writer);
            writer.writeLong(kept.length);
            for (int number : kept) {
                writer.writeLong(lists.arrival(number));
                rows.write(number, writer);
                results.write(NetEffects.result(rows, number), writer);
            }
        }
        writer.writeLong(first == 0 ? input.unknownRetractions() : 0);
    }

    void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "an OVER aggregate");
        RecordExpiry.restore(expiry, reader);
        for (long left = partitions.readExtent(reader); left > 0; left--) {
            int partition = partitions.readKey(reader);
            partitions.readTime(partition, reader);
            for (long count = reader.readLong(); count > 0; count--) {
                long arrival = reader.readLong();
                int number = rows.read(reader);
                NetEffects.setResult(rows, number, results.read(reader));
                setPartition(number, partition);
                partitions.setRoot(partition, lists.insert(partitions.root(partition), number, arrival), 1);
                input.restored(number, arrival);
            }
        }
        input.addUnknownRetractions(reader.readLong());
    }

    long bytes() {
        return partitions.bytes()
                + rows.bytes()
                + results.bytes()
                + lists.bytes()
                + values.bytes()
                + input.bytes()
                + changed.bytes()
                + effects.bytes()
                + (expiry == null ? 0 : expiry.bytes());
    }
}
