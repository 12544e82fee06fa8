// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.time.ZoneId;
import java.util.Arrays;

/**
 * The groups of a GROUP BY in one window. Their results are put out together, when all rows are in, in the order in which the groups came into being; a group all of whose
 * rows were taken back has none. From then on, or from the first row if asked for, each change goes out at its position.
 */
public final class WindowGroups {

    private static final long FORMAT = 1;
    private static final int CHUNK_GROUPS = ChangeBatch.ROWS_MAX;

    private final int[] keyColumns;
    private final int inputColumns;
    private final Keys keys;
    private final RecordTable groups;
    private final RowCounts rowCounts;
    private final GroupAccumulators accumulators;
    private final Steps steps;
    private final GroupOrder order;
    private final WordColumns nothing;
    private final WordColumns found;
    private final WordColumns after;
    private final ChangeEmitter emitter;
    private final TickOrigin origin;
    private final BatchOrigin batchOrigin;

    /** Whether each change goes out. */
    private boolean revises;

    /**
     * @param node the grouping
     * @param zone the session's time zone
     */
    public WindowGroups(GroupAggregate node, ZoneId zone) {
        AggregateLayout layout = new AggregateLayout(node);
        keyColumns = node.keys().stream().mapToInt(Integer::intValue).toArray();
        inputColumns = node.input().schema().size();
        keys = Keys.of(node.input().schema(), keyColumns, layout.valueWords());
        groups = keys.table();
        rowCounts = new RowCounts(groups, layout.groupIdWord());
        accumulators = new GroupAccumulators(layout, groups);
        steps = new Steps(groups, ChangeBatch.inserts(0, new Column[0], 0, Watermarks.absent()));
        order = new GroupOrder(groups);
        nothing = new WordColumns(layout.resultWords());
        found = new WordColumns(layout.resultWords());
        after = new WordColumns(layout.resultWords());
        emitter = new ChangeEmitter(node, layout.results(), zone);
        origin = new TickOrigin(keys);
        batchOrigin = new BatchOrigin(steps, keyColumns);
    }

    /** Takes rows in, or back, before anything is put out. */
    public void add(ChangeBatch batch) {
        for (int from = 0; from < batch.size(); from += ChangeBatch.ROWS_MAX) {
            steps.load(batch, from, Math.min(batch.size(), from + ChangeBatch.ROWS_MAX));
            keys.locate(batch, steps.rows(), steps.size(), steps.at());
            rowCounts.apply(steps, order);
            accumulators.apply(steps);
        }
    }

    /**
     * Takes all rows in that other groups of the same grouping have taken in; those stay as they are. Only for aggregates that can be made of parts, and before anything is
     * put out.
     */
    public void merge(WindowGroups other) {
        inChunks(other, this::merge);
    }

    /** Whether what was {@linkplain #merge merged} can be taken back. */
    public boolean isInvertible() {
        return accumulators.all().stream().allMatch(Accumulator::isInvertible);
    }

    /** Takes the rows back of other groups that were {@linkplain #merge merged}, and have the same rows still. */
    public void unmerge(WindowGroups other) {
        inChunks(other, this::unmerge);
    }

    /** Whether most of what is kept is of groups that have no rows any more. */
    public boolean isSparse() {
        return order.isSparse();
    }

    /** Takes the groups of another window in, or out. */
    @FunctionalInterface
    private interface Merge {
        void apply(WindowGroups other, int[] from, int n);
    }

    private static void inChunks(WindowGroups other, Merge merge) {
        int[] all = other.order.inOrder();
        for (int start = 0; start < all.length; start += CHUNK_GROUPS) {
            int n = Math.min(CHUNK_GROUPS, all.length - start);
            merge.apply(other, Arrays.copyOfRange(all, start, start + n), n);
        }
    }

    private void merge(WindowGroups other, int[] from, int n) {
        int[] at = new int[n];
        keys.locate(other.keyRows(from, n), null, n, at);
        long[] records = groups.records();
        long[] others = other.groups.records();
        rowCounts.merge(at, n, others, from, order);
        for (int a = 0; a < accumulators.all().size(); a++) {
            Accumulator accumulator = accumulators.all().get(a);
            int offset = accumulator.offset(groups);
            Accumulator added = other.accumulators.all().get(a);
            for (int i = 0; i < n; i++) {
                accumulator.merge(records, at[i] + offset, added, others, from[i] + offset);
            }
        }
    }

    private void unmerge(WindowGroups other, int[] from, int n) {
        int[] at = new int[n];
        keys.locate(other.keyRows(from, n), null, n, at);
        long[] records = groups.records();
        long[] others = other.groups.records();
        rowCounts.unmerge(at, n, others, from);
        for (int a = 0; a < accumulators.all().size(); a++) {
            Accumulator accumulator = accumulators.all().get(a);
            int offset = accumulator.offset(groups);
            Accumulator added = other.accumulators.all().get(a);
            for (int i = 0; i < n; i++) {
                accumulator.unmerge(records, at[i] + offset, added, others, from[i] + offset);
            }
        }
    }

    /** Rows that have the keys of groups where the rows of the input have theirs; what else they have is of no meaning. */
    private ChangeBatch keyRows(int[] at, int n) {
        Column[] inOrder = new Column[keyColumns.length];
        keys.columns(at, n, inOrder);
        Column[] columns = new Column[inputColumns];
        Arrays.fill(columns, inOrder.length == 0 ? new LongColumn(new long[n], null) : inOrder[0]);
        for (int k = 0; k < keyColumns.length; k++) {
            columns[keyColumns[k]] = inOrder[k];
        }
        return ChangeBatch.inserts(n, columns, 0, Watermarks.absent());
    }

    /** How many groups there are. */
    public int count() {
        return groups.live();
    }

    /** Makes room for so many groups at once, which costs less than to grow again and again. */
    public void reserve(int count) {
        groups.reserve(count);
    }

    /** Whether there is nothing to put out. */
    public boolean isEmpty() {
        return groups.live() == 0;
    }

    /** Takes rows in, or back, and puts out the net effect of each position. The batch has whole positions. */
    public void revise(ChangeBatch batch, Output output) {
        beginToRevise();
        int start = 0;
        while (start < batch.size()) {
            int end = Math.min(batch.size(), start + ChangeBatch.ROWS_MAX);
            while (end < batch.size() && batch.position(batch.row(end)) == batch.position(batch.row(end - 1))) {
                end++;
            }
            trace(batch, start, end, output);
            start = end;
        }
    }

    /** The order in which groups came into being is of no use any more. */
    private void beginToRevise() {
        if (!revises) {
            revises = true;
            order.clear();
        }
    }

    private void trace(ChangeBatch batch, int from, int to, Output output) {
        accumulators.compact();
        steps.load(batch, from, to);
        keys.locate(batch, steps.rows(), steps.size(), steps.at());
        steps.cut();
        found.ensure(steps.count());
        after.ensure(steps.count());
        rowCounts.trace(steps, found.column(AggregateLayout.ROWS_WORD), after.column(AggregateLayout.ROWS_WORD));
        accumulators.trace(steps, found, after);
        emitter.emit(found, after, steps.count(), false, false, batchOrigin, output);
    }

    /**
     * Puts all groups out as they are.
     *
     * @param position the position of all of them
     */
    public void emit(long position, Output output) {
        int[] at = order.inOrder();
        for (int from = 0; from < at.length; from += CHUNK_GROUPS) {
            int to = Math.min(at.length, from + CHUNK_GROUPS);
            emit(Arrays.copyOfRange(at, from, to), to - from, position, output);
        }
    }

    private void emit(int[] at, int n, long position, Output output) {
        accumulators.settle(at, 0, n);
        nothing.ensure(n);
        after.takeAll(groups.records(), at, 0, n, groups.valueOffset());
        origin.load(at, 0, position, Watermarks.absent());
        emitter.emit(nothing, after, n, false, false, origin, output);
    }

    /** The retractions so far of rows of groups without any. */
    public long ignored() {
        return rowCounts.ignored();
    }

    /** Writes the groups of some virtual partitions. */
    public void snapshot(int first, int last, StateWriter writer) {
        long[] records = groups.records();
        writer.writeLong(FORMAT);
        writer.writeLong(revises ? 1 : 0);
        writer.writeLong(rowCounts.lastGroupId());
        writer.writeLong(first == 0 ? rowCounts.ignored() : 0);
        writer.writeLong(first);
        writer.writeLong(last);
        int[] addresses = groups.recordsIn(first, last);
        writer.writeLong(addresses.length);
        for (int at : addresses) {
            writer.writeLong(revises ? 0 : order.arrival(at));
            groups.writeKey(at, writer);
            writer.writeLongs(records, at + groups.valueOffset(), groups.width() - groups.valueOffset());
            accumulators.snapshot(at, writer);
        }
        accumulators.snapshotDistinct(first, last, writer);
    }

    /** Adds what {@link #snapshot} wrote. */
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "the groups of a window");
        if (reader.readLong() != 0) {
            beginToRevise();
        }
        rowCounts.skipGroupIds(reader.readLong());
        rowCounts.addIgnored(reader.readLong());
        for (long left = groups.readExtent(reader); left > 0; left--) {
            long arrival = reader.readLong();
            int at = groups.readKey(reader);
            long[] records = groups.records();
            reader.readLongs(records, at + groups.valueOffset(), groups.width() - groups.valueOffset());
            groups.addLive(1);
            if (!revises) {
                order.add(at, arrival);
            }
            accumulators.restore(at, reader);
        }
        accumulators.restoreDistinct(reader);
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return groups.bytes() + accumulators.bytes();
    }
}
