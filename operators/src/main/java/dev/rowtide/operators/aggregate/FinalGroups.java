// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.aggregate.AggregateLayout.FedAccumulators;
import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * The groups of a GROUP BY whose result is put out once, when all rows are in: those of a window. Groups go out in the order in which they came into being; a group all of
 * whose rows were taken back does not.
 */
public final class FinalGroups {

    private static final long FORMAT = 1;
    private static final int CHUNK_GROUPS = ChangeBatch.ROWS_MAX;

    private final Keys keys;
    private final RecordTable groups;
    private final RowCounts rowCounts;
    private final List<Filters> filters;
    private final List<DistinctValues> distinct;
    private final List<FedAccumulators> fed;
    private final List<Accumulator> accumulators;
    private final Steps steps;
    private final DirtyList order;
    private final WordColumns before;
    private final WordColumns after;
    private final ChangeEmitter emitter;
    private final TickOrigin origin;

    /** @param node the grouping; what it is put out as is all inserted */
    public FinalGroups(GroupAggregate node, ZoneId zone) {
        AggregateLayout layout = new AggregateLayout(node);
        int[] keyColumns = node.keys().stream().mapToInt(Integer::intValue).toArray();
        keys = Keys.of(node.input().schema(), keyColumns, layout.valueWords());
        groups = keys.table();
        rowCounts = new RowCounts(groups, layout.groupIdWord());
        filters = layout.filters();
        distinct = layout.distinct();
        fed = layout.fedAccumulators();
        accumulators = layout.accumulators();
        steps = new Steps(groups, ChangeBatch.inserts(0, new Column[0], 0, Watermarks.absent()));
        order = new DirtyList(groups);
        before = new WordColumns(layout.resultWords());
        after = new WordColumns(layout.resultWords());
        emitter = new ChangeEmitter(node, layout.results(), zone);
        origin = new TickOrigin(keys);
    }

    /** Takes rows in, or back. */
    public void add(ChangeBatch batch) {
        for (int from = 0; from < batch.size(); from += ChangeBatch.ROWS_MAX) {
            steps.load(batch, from, Math.min(batch.size(), from + ChangeBatch.ROWS_MAX));
            keys.locate(batch, steps.rows(), steps.size(), steps.at());
            rowCounts.apply(steps, order);
            for (Filters some : filters) {
                some.load(steps);
            }
            for (DistinctValues values : distinct) {
                values.process(steps);
            }
            for (FedAccumulators group : fed) {
                byte[] weights = group.feed().weights(steps);
                for (Accumulator accumulator : group.accumulators()) {
                    accumulator.apply(steps, weights, groups);
                }
            }
        }
    }

    /**
     * Puts all groups out as they are.
     *
     * @param position the position of all of them
     */
    public void emit(long position, Output output) {
        int[] at = order.addresses();
        long[] records = groups.records();
        int[] live = new int[Math.min(order.size(), CHUNK_GROUPS)];
        int count = 0;
        for (int i = 0, n = order.size(); i < n; i++) {
            if (records[at[i] + groups.valueOffset()] != 0) {
                live[count++] = at[i];
            }
            if (count == live.length || count > 0 && i == n - 1) {
                emit(live, count, position, output);
                count = 0;
            }
        }
    }

    private void emit(int[] at, int n, long position, Output output) {
        long[] records = groups.records();
        for (Accumulator accumulator : accumulators) {
            int offset = accumulator.offset(groups);
            for (int i = 0; i < n; i++) {
                accumulator.settle(records, at[i] + offset);
            }
        }
        before.ensure(n);
        after.takeAll(records, at, 0, n, groups.valueOffset());
        origin.load(at, 0, position, Watermarks.absent());
        emitter.emit(before, after, n, false, false, origin, output);
    }

    /** The retractions so far of rows of groups without any. */
    public long ignored() {
        return rowCounts.ignored();
    }

    /** Writes the groups of some virtual partitions. */
    public void snapshot(int first, int last, StateWriter writer) {
        long[] records = groups.records();
        writer.writeLong(FORMAT);
        writer.writeLong(rowCounts.lastGroupId());
        writer.writeLong(first == 0 ? rowCounts.ignored() : 0);
        writer.writeLong(first);
        writer.writeLong(last);
        int[] addresses = inOrder(first, last);
        writer.writeLong(addresses.length);
        for (int at : addresses) {
            groups.writeKey(at, writer);
            writer.writeLongs(records, at + groups.valueOffset(), groups.width() - groups.valueOffset());
            for (Accumulator accumulator : accumulators) {
                accumulator.snapshot(records, at + accumulator.offset(groups), writer);
            }
        }
        for (DistinctValues values : distinct) {
            values.snapshot(first, last, writer);
        }
    }

    private int[] inOrder(int first, int last) {
        int[] at = order.addresses();
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            int partition = groups.partition(at[i]);
            if (groups.records()[at[i] + groups.valueOffset()] != 0 && partition >= first && partition <= last) {
                found.add(at[i]);
            }
        }
        return found.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Adds what {@link #snapshot} wrote. */
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "the groups of a window");
        rowCounts.skipGroupIds(reader.readLong());
        rowCounts.addIgnored(reader.readLong());
        for (long left = groups.readExtent(reader); left > 0; left--) {
            int at = groups.readKey(reader);
            long[] records = groups.records();
            reader.readLongs(records, at + groups.valueOffset(), groups.width() - groups.valueOffset());
            groups.addLive(1);
            order.add(at);
            for (Accumulator accumulator : accumulators) {
                accumulator.restore(records, at + accumulator.offset(groups), reader);
            }
        }
        for (DistinctValues values : distinct) {
            values.restore(reader);
        }
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        long bytes = groups.bytes();
        for (Accumulator accumulator : accumulators) {
            bytes += accumulator.bytes();
        }
        for (DistinctValues values : distinct) {
            bytes += values.bytes();
        }
        return bytes;
    }
}
