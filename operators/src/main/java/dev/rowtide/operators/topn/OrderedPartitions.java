// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.TopN;
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
 * Keeps the rows of each partition in a tree: all of them when rows can be taken back, else those that can still be in range. A change costs time logarithmic in the
 * partition's rows, and for each row that it moves into the range, out of it, or to another rank that is shown.
 *
 * <p>A row that is updated keeps its place if it stays the same in the sort columns; else it counts as the latest arrival. Without sort columns the order is that of the last
 * change: any other row counts as the latest.
 */
final class OrderedPartitions implements Ranking {

    private static final long FORMAT = 2;
    private static final int NONE = -1;

    private final TopN node;
    private final Matching matching;
    private final boolean latestFirst;
    private final Partitions partitions;
    private final @Nullable RecordExpiry expiry;
    private final RowStore rows;
    private final RowOrder order;
    private final OrderedRows lists;
    private final RankRange range;
    private final RowIndex index;
    private final RowChanges changes;
    private final Window window;

    private int[] located = new int[ChangeBatch.ROWS_MAX];
    private long arrivals;
    private long unknownRetractions;

    // The row that the last -U took out, and its position: the next +U of that puts another in its place.
    private int updated = NONE;
    private long updatedPosition;

    // The places in range before a change.
    private int begin;
    private int end;

    /**
     * @param latestFirst whether of peers the latest arrival comes first
     * @param rowPerRank whether there is one row per rank, or the result is a set of rows
     */
    OrderedPartitions(TopN node, boolean latestFirst, boolean rowPerRank) {
        this.node = node;
        this.latestFirst = latestFirst;
        matching = Matching.of(node.input().mode());
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
        int[] key = matching.columns(node.input());
        int[] all = IntStream.range(0, schema.size()).toArray();
        index = new RowIndex(rows, key, matching == Matching.KEY ? key : all, row -> Math.abs(lists.arrival(row)));
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
            apply(located[i], batch, row);
        }
    }

    private void apply(int partition, ChangeBatch batch, int row) {
        if (matching == Matching.NOTHING) {
            append(partition, batch, row);
        } else if (RowKind.isRetraction(batch.kind(row))) {
            takeOut(partition, batch, row);
        } else if (matching == Matching.KEY) {
            put(partition, batch, row);
        } else {
            putIn(partition, batch, row);
        }
    }

    /** A row that will never be taken out: rows behind the range need not be kept. */
    private void append(int partition, ChangeBatch batch, int row) {
        if (partitions.size(partition) > 0 && range.isFull(partition) && isBehindLast(partition, batch, row)) {
            return;
        }
        insert(partition, rows.add(batch, row), nextArrival());
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
        boolean isUpdate = old != NONE && window.partition(old) == partition;
        boolean keepsPlace = isUpdate
                && (node.order().isEmpty() ? rows.equals(old, batch, row) : order.compare(batch, row, old) == 0);
        int number = rows.add(batch, row);
        insert(partition, number, keepsPlace ? lists.arrival(old) : nextArrival());
        index.add(number);
        if (isUpdate) {
            window.replace(old, number);
        }
    }

    private long nextArrival() {
        arrivals++;
        return latestFirst ? -arrivals : arrivals;
    }

    private void insert(int partition, int number, long arrival) {
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

    private void remove(int number) {
        int partition = window.partition(number);
        if (matching != Matching.NOTHING) {
            index.remove(number);
        }
        beforeChange(partition);
        partitions.setRoot(partition, lists.remove(partitions.root(partition), number), -1);
        int place = lists.place();
        window.removed(partition, place);
        begin -= begin > place ? 1 : 0;
        end -= end > place ? 1 : 0;
        cross(partition, NONE);
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
            remove(last(partition));
        }
        partitions.noteEmpty(partition);
    }

    @Override
    public void complete() {
        window.complete();
        updated = NONE;
    }

    @Override
    public long unknownRetractions() {
        return unknownRetractions;
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
        writer.writeLong(first == 0 ? unknownRetractions : 0);
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
                arrivals = Math.max(arrivals, Math.abs(arrival));
                if (matching != Matching.NOTHING) {
                    index.add(number);
                }
            }
        }
        unknownRetractions += reader.readLong();
    }

    @Override
    public long bytes() {
        return partitions.bytes()
                + rows.bytes()
                + lists.bytes()
                + index.bytes()
                + window.bytes()
                + (expiry == null ? 0 : expiry.bytes());
    }
}
