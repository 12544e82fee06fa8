// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.over;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.OverAggregate;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Matching;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RowIndex;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of each partition in order, with the results that they are shown with.
 *
 * <p>A row that is updated keeps its place if it stays the same in the sort columns; else it counts as the latest arrival. Without sort columns the order is that of the last
 * change: any other row counts as the latest. Of equal rows the latest is the one that is taken out: the others keep their places.
 */
final class OverRows {

    private static final long FORMAT = 2;
    private static final int NONE = ChangedRows.NONE;

    /** The extra word of a stored row: its result, plus 1 (32), and its partition (32). */
    private static final int EXTRA_WORDS = 1;

    private final OverAggregate node;
    private final Matching matching;
    private final Partitions partitions;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;
    private final RowStore results;
    private final RowOrder order;
    private final OverValues values;
    private final OrderedRows lists;
    private final RowIndex index;
    private final PartitionRows partitionRows;
    private final ChangedRows changed = new ChangedRows();
    private final OverChanges changes;
    private final NetEffects effects;

    private int[] located = new int[ChangeBatch.ROWS_MAX];
    private long arrivals;
    private long unknownRetractions;

    // The row that the last -U took out, and its position: the next +U of that puts another in its place.
    private int updated = NONE;
    private long updatedPosition;

    /** Is told positions. */
    @FunctionalInterface
    interface Positions {

        /** The next change is one of {@code position}: what came before is complete, if that was another. */
        void reach(long position);
    }

    OverRows(OverAggregate node) {
        this.node = node;
        matching = Matching.of(node.input().mode());
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
        order = new RowOrder(schema, node.order(), rows);
        values = new OverValues(node, rows, order);
        lists = values.lists();
        partitionRows = values.partition();
        int[] key = matching.columns(node.input());
        int[] all = IntStream.range(0, columns).toArray();
        index = new RowIndex(rows, key, matching == Matching.KEY ? key : all, row -> -lists.arrival(row));
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
            apply(located[i], batch, row);
        }
    }

    private void apply(int partition, ChangeBatch batch, int row) {
        if (matching == Matching.NOTHING) {
            insert(partition, rows.add(batch, row), ++arrivals);
        } else if (RowKind.isRetraction(batch.kind(row))) {
            takeOut(partition, batch, row);
        } else if (matching == Matching.KEY) {
            put(partition, batch, row);
        } else {
            putIn(partition, batch, row);
        }
    }

    private void takeOut(int partition, ChangeBatch batch, int row) {
        int number = index.find(batch, row);
        if (number == NONE) {
            unknownRetractions++;
            partitions.noteEmpty(partition);
            return;
        }
        remove(number);
        if (batch.kind(row) == RowKind.MINUS_U) {
            updated = number;
            updatedPosition = batch.position(row);
        }
    }

    private void putIn(int partition, ChangeBatch batch, int row) {
        int old = NONE;
        if (batch.kind(row) == RowKind.PLUS_U && updatedPosition == batch.position(row)) {
            old = updated;
        }
        updated = NONE;
        putInPlaceOf(old, partition, batch, row);
    }

    private void put(int partition, ChangeBatch batch, int row) {
        int old = index.find(batch, row);
        if (old != NONE) {
            if (rows.equals(old, batch, row)) {
                return;
            }
            remove(old);
        }
        putInPlaceOf(old, partition, batch, row);
    }

    /** Inserts a row; the old one, if there is one, was just removed. */
    private void putInPlaceOf(int old, int partition, ChangeBatch batch, int row) {
        boolean isUpdate = old != NONE && partition(old) == partition;
        boolean keepsPlace = isUpdate
                && (node.order().isEmpty() ? rows.equals(old, batch, row) : order.compare(batch, row, old) == 0);
        int number = rows.add(batch, row);
        insert(partition, number, keepsPlace ? lists.arrival(old) : ++arrivals);
        index.add(number);
        if (isUpdate) {
            changed.replaced(old, number);
        }
    }

    private void insert(int partition, int number, long arrival) {
        setPartition(number, partition);
        changed.touch(partition, partitions.size(partition));
        partitions.setRoot(partition, lists.insert(partitions.root(partition), number, arrival), 1);
        changed.came(number, partition);
    }

    private void remove(int number) {
        int partition = partition(number);
        if (matching != Matching.NOTHING) {
            index.remove(number);
        }
        changed.touch(partition, partitions.size(partition));
        partitions.setRoot(partition, lists.remove(partitions.root(partition), number), -1);
        changed.went(number, partition);
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
                remove(lists.row(partitions.root(partition), 0));
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
        updated = NONE;
        return null;
    }

    private void giveUp(int row) {
        int result = NetEffects.result(rows, row);
        if (result != NONE) {
            changes.freeResult(result);
        }
        changes.freeRow(row);
    }

    private int partition(int row) {
        return (int) rows.extra(row, 0);
    }

    private void setPartition(int row, int partition) {
        rows.setExtra(row, 0, (rows.extra(row, 0) & 0xFFFF_FFFF_0000_0000L) | partition);
    }

    /** How many results were computed so far. */
    long computedResults() {
        return effects.computed();
    }

    long unknownRetractions() {
        return unknownRetractions;
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
        writer.writeLong(first == 0 ? unknownRetractions : 0);
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
                arrivals = Math.max(arrivals, arrival);
                if (matching != Matching.NOTHING) {
                    index.add(number);
                }
            }
        }
        unknownRetractions += reader.readLong();
    }

    long bytes() {
        return partitions.bytes()
                + rows.bytes()
                + results.bytes()
                + lists.bytes()
                + values.bytes()
                + index.bytes()
                + changed.bytes()
                + effects.bytes()
                + (expiry == null ? 0 : expiry.bytes());
    }
}
