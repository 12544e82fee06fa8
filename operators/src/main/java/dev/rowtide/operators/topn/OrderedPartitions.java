// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.OrderedInput;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RowIndex;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of each partition in a tree: all of them when rows can be taken back, else those that can still be in range. A change costs time logarithmic in the
 * partition's rows, and for each row that it moves into the range, out of it, or to another rank that is shown.
 */
final class OrderedPartitions implements Ranking, OrderedInput.Lists {

    private static final long FORMAT = 2;
    private final boolean latestFirst;
    private final Partitions partitions;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;
    private final RowOrder order;
    private final OrderedRows lists;
    private final OrderedInput input;
    private final RankRange range;
    private final RowChanges changes;
    private final Window window;

    private int[] located = new int[ChangeBatch.ROWS_MAX];

    // The places in range before a change.
    private int begin;
    private int end;

    /**
     * @param latestFirst whether of peers the latest arrival comes first
     * @param rowPerRank whether there is one row per rank, or the result is a set of rows
     */
    OrderedPartitions(TopN node, boolean latestFirst, boolean rowPerRank) {
        this.latestFirst = latestFirst;
        Schema schema = node.input().schema();
        partitions = new Partitions(
                schema,
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray(),
                node.ttl());
        expiry = partitions.expiry();
        rows = new RowStore(schema, Window.EXTRA_WORDS);
        order = new RowOrder(schema, node.order(), rows);
        lists = new OrderedRows(order);
        range = new RankRange(lists, partitions, node.function(), node.from(), node.to());
        input = new OrderedInput(
                this,
                node.input(),
                rows,
                order,
                lists,
                !node.order().isEmpty(),
                latestFirst,
                row -> Math.abs(lists.arrival(row)));
        changes = new RowChanges(rows, node);
        window = rowPerRank
                ? new RankWindow(rows, lists, range, partitions, changes)
                : new RowWindow(rows, schema.size(), lists, range, partitions, changes, node.withRank());
    }

    @Override
    public RowChanges changes() {
        return changes;
    }

    @Override
    public void apply(ChangeBatch batch, long nowMillis, Positions positions) {
        if (located.length < batch.size()) {
            located = new int[batch.size()];
        }
        if (window.isEmpty()) {
            partitions.giveUpEmpty();
        }
        partitions.locate(batch, located, nowMillis);
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            positions.reach(batch.position(row));
            input.apply(located[i], batch, row);
        }
    }

    /** A row that will never be taken out: rows behind the range need not be kept. */
    @Override
    public void append(int partition, ChangeBatch batch, int row) {
        if (partitions.size(partition) > 0 && range.isFull(partition) && isBehindLast(partition, batch, row)) {
            return;
        }
        insert(partition, rows.add(batch, row), input.nextArrival());
        int kept = range.end(partition);
        while (partitions.size(partition) > kept) {
            int last = last(partition);
            partitions.setRoot(partition, lists.remove(partitions.root(partition), last), -1);
            window.removed(partition, lists.place());
            window.giveUp(last);
        }
    }

    private int last(int partition) {
        return lists.row(partitions.root(partition), partitions.size(partition) - 1);
    }

    private boolean isBehindLast(int partition, ChangeBatch batch, int row) {
        int comparison = order.compare(batch, row, last(partition));
        return comparison > 0 || comparison == 0 && range.function() == RankFunction.ROW_NUMBER && !latestFirst;
    }

    @Override
    public int partition(int number) {
        return window.partition(number);
    }

    @Override
    public void replaced(int old, int number) {
        window.replace(old, number);
    }

    @Override
    public void missed(int partition) {
        partitions.noteEmpty(partition);
    }

    @Override
    public void insert(int partition, int number, long arrival) {
        window.setPartition(number, partition);
        beforeChange(partition);
        partitions.setRoot(partition, lists.insert(partitions.root(partition), number, arrival), 1);
        int place = lists.place();
        window.inserted(partition, place);
        begin += begin >= place ? 1 : 0;
        end += end > place ? 1 : 0;
        cross(partition, place);
        if (range.begin(partition) <= place && place < range.end(partition)) {
            window.enter(number);
        }
    }

    @Override
    public void remove(int number) {
        int partition = window.partition(number);
        beforeChange(partition);
        partitions.setRoot(partition, lists.remove(partitions.root(partition), number), -1);
        int place = lists.place();
        window.removed(partition, place);
        begin -= begin > place ? 1 : 0;
        end -= end > place ? 1 : 0;
        cross(partition, RowIndex.NONE);
        window.giveUp(number);
    }

    private void beforeChange(int partition) {
        window.touch(partition);
        begin = range.begin(partition);
        end = range.end(partition);
    }

    /**
     * Tells which rows have come into the range or left it.
     *
     * @param inserted the place of a row that was in neither
     */
    private void cross(int partition, int inserted) {
        int root = partitions.root(partition);
        int newBegin = range.begin(partition);
        int newEnd = range.end(partition);
        enter(root, newBegin, Math.min(begin, newEnd), inserted);
        leave(root, begin, Math.min(newBegin, end), inserted);
        enter(root, Math.max(end, newBegin), newEnd, inserted);
        leave(root, Math.max(newEnd, begin), end, inserted);
    }

    private void enter(int root, int from, int to, int except) {
        for (int place = from; place < to; place++) {
            if (place != except) {
                window.enter(lists.row(root, place));
            }
        }
    }

    private void leave(int root, int from, int to, int except) {
        for (int place = from; place < to; place++) {
            if (place != except) {
                window.leave(lists.row(root, place));
            }
        }
    }

    @Override
    public boolean hasExpired(long nowMillis) {
        return expiry != null && expiry.poll(nowMillis) > 0;
    }

    @Override
    public long nextExpiryMillis() {
        return expiry == null ? Long.MAX_VALUE : expiry.nextMillis();
    }

    @Override
    public int expire(long nowMillis) {
        if (expiry == null) {
            return 0;
        }
        int count = expiry.take(nowMillis);
        for (int i = 0; i < count; i++) {
            takeOutAll(partitions.numberAt(expiry.expired()[i]));
        }
        return count;
    }

    private void takeOutAll(int partition) {
        while (partitions.size(partition) > 0) {
            input.takeOut(last(partition));
        }
        partitions.noteEmpty(partition);
    }

    @Override
    public void complete() {
        window.complete();
        input.complete();
    }

    @Override
    public long unknownRetractions() {
        return input.unknownRetractions();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        partitions.giveUpEmpty();
        writer.writeLong(FORMAT);
        RecordExpiry.snapshot(expiry, writer);
        int[] numbers = partitions.writeExtent(first, last, writer);
        for (int partition : numbers) {
            int root = partitions.root(partition);
            int[] kept = new int[partitions.size(partition)];
            lists.rows(root, 0, kept.length, kept);
            partitions.writeKey(partition, writer);
            partitions.writeTime(partition, writer);
            writer.writeLong(kept.length);
            for (int number : kept) {
                writer.writeLong(lists.arrival(number));
                rows.write(number, writer);
            }
        }
        writer.writeLong(first == 0 ? input.unknownRetractions() : 0);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a Top-N");
        RecordExpiry.restore(expiry, reader);
        for (long left = partitions.readExtent(reader); left > 0; left--) {
            int partition = partitions.readKey(reader);
            partitions.readTime(partition, reader);
            for (long count = reader.readLong(); count > 0; count--) {
                long arrival = reader.readLong();
                int number = rows.read(reader);
                window.setPartition(number, partition);
                partitions.setRoot(partition, lists.insert(partitions.root(partition), number, arrival), 1);
                input.restored(number, arrival);
            }
        }
        input.addUnknownRetractions(reader.readLong());
    }

    @Override
    public long bytes() {
        return partitions.bytes()
                + rows.bytes()
                + lists.bytes()
                + input.bytes()
                + window.bytes()
                + (expiry == null ? 0 : expiry.bytes());
    }
}
