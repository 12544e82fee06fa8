// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.change.WholePositions;
import dev.rowtide.operators.state.DirtyList;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordExpiry;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.TickWatermarks;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY, the aggregate without it, and DISTINCT: keeps a record per group and emits the changes of the groups' results. How a batch goes through it is told with the
 * package.
 *
 * <p>A retraction for a group without rows is ignored and counted; for another it is applied as it comes, whether or not the row was ever added.
 *
 * <p>A result that is out of its type's range fails its position.
 *
 * <p>With a time to live, a group that no change has come for in that time is let go of, as if all its rows were taken out, or without a word.
 */
public final class GroupAggregateOperator implements Operator {

    private static final long FORMAT = 3;

    /** Rows that go through the loops together: their records, words and output stay in the second-level cache. */
    private static final int CHUNK_ROWS = ChangeBatch.ROWS_MAX;

    /** Groups that make an output batch at the end of a tick; each may put out two rows. */
    private static final int CHUNK_GROUPS = ChangeBatch.ROWS_MAX / 2;

    /** The position of the first change that a job reads. Only the rows of aggregates that had no input when their first tick ended, and what follows from them, lie before it. */
    private static final long FIRST_POSITION = 0;

    private final boolean everyChange;
    private final boolean emptyRow;
    private final Keys keys;
    private final RecordTable groups;
    private final int valueWords;
    private final RowCounts rowCounts;
    private final GroupAccumulators accumulators;
    private final Steps steps;
    private final WordColumns before;
    private final WordColumns after;
    private final ChangeEmitter emitter;
    private final WholePositions positions;
    private final BatchOrigin batchOrigin;
    private final DirtyList dirty;
    private final WordColumns dirtyBefore;
    private final TickOrigin tickOrigin;
    private final TickWatermarks tickWatermarks = new TickWatermarks();
    private final @Nullable RecordExpiry expiry;
    private final boolean tellsExpiry;
    private long expired;

    private Watermarks watermarks = Watermarks.absent();
    private boolean emptyRowSent;

    /** @throws IllegalArgumentException if a call has arguments or a result that its function doesn't have */
    public GroupAggregateOperator(GroupAggregate node, OperatorSettings settings) {
        everyChange = settings.everyChange();
        emptyRow = node.emptyRow() && node.keys().isEmpty();
        int[] keyColumns = node.keys().stream().mapToInt(Integer::intValue).toArray();
        AggregateLayout layout = new AggregateLayout(node);
        keys = Keys.of(node.input().schema(), keyColumns, layout.valueWords());
        groups = keys.table();
        valueWords = layout.valueWords() - (layout.stampWord() < 0 ? 0 : 1);
        rowCounts = new RowCounts(groups, layout.groupIdWord());
        accumulators = new GroupAccumulators(layout, groups);
        ChangeBatch nothing = ChangeBatch.inserts(0, new Column[0], 0, Watermarks.absent());
        steps = new Steps(groups, nothing);
        before = new WordColumns(layout.resultWords());
        after = new WordColumns(layout.resultWords());
        emitter = new ChangeEmitter(node, layout.results(), settings.zone());
        positions = new WholePositions(node.input().schema());
        batchOrigin = new BatchOrigin(steps, keyColumns);
        dirty = new DirtyList(groups);
        dirtyBefore = new WordColumns(layout.resultWords());
        tickOrigin = new TickOrigin(keys);
        int stamp = layout.stampWord();
        expiry = stamp < 0 ? null : new RecordExpiry(groups, stamp, node.ttl().millis());
        tellsExpiry = node.ttl().told();
    }

    /** Those of groups without rows. */
    @Override
    public long unknownRetractions() {
        return rowCounts.ignored();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        if (everyChange) {
            watermarks = batch.watermarks();
            if (batch.size() > 0) {
                sendEmptyRow(Math.min(FIRST_POSITION, batch.position(batch.row(0))), output);
            }
            positions.receive(batch, (part, from, to) -> applyPositions(part, from, to, tick, output));
        } else {
            tickWatermarks.note(batch);
            for (int from = 0; from < batch.size(); from += CHUNK_ROWS) {
                apply(batch, from, Math.min(batch.size(), from + CHUNK_ROWS), tick);
            }
        }
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        if (everyChange) {
            if (position > FIRST_POSITION) {
                sendEmptyRow(FIRST_POSITION, output);
            }
            positions.advance(position, (part, from, to) -> applyPositions(part, from, to, tick, output));
            emitter.passOn(watermarks, output);
        }
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        if (everyChange) {
            sendEmptyRow(Math.min(FIRST_POSITION, position - 1), output);
            positions.release((part, from, to) -> applyPositions(part, from, to, tick, output));
            emitter.passOn(watermarks, output);
        } else {
            emitTick(position, output);
        }
        accumulators.compact();
    }

    /** Applies rows of whole positions and emits the net effect of each, a chunk at a time. */
    private void applyPositions(ChangeBatch batch, int from, int to, Tick tick, Output output) {
        int start = from;
        while (start < to) {
            int end = Math.min(to, start + CHUNK_ROWS);
            while (end < to && batch.position(batch.row(end)) == batch.position(batch.row(end - 1))) {
                end++;
            }
            trace(batch, start, end, tick, output);
            start = end;
        }
    }

    private void trace(ChangeBatch batch, int from, int to, Tick tick, Output output) {
        accumulators.compact();
        locate(batch, from, to, tick);
        steps.cut();
        before.ensure(steps.count());
        after.ensure(steps.count());
        rowCounts.trace(steps, before.column(AggregateLayout.ROWS_WORD), after.column(AggregateLayout.ROWS_WORD));
        accumulators.trace(steps, before, after);
        emitter.emit(before, after, steps.count(), emptyRowSent, emptyRow, batchOrigin, output);
    }

    private void apply(ChangeBatch batch, int from, int to, Tick tick) {
        locate(batch, from, to, tick);
        rowCounts.apply(steps, dirty, dirtyBefore);
        accumulators.apply(steps);
    }

    private void locate(ChangeBatch batch, int from, int to, Tick tick) {
        steps.load(batch, from, to);
        keys.locate(batch, steps.rows(), steps.size(), steps.at());
        if (expiry != null) {
            expiry.touch(steps.at(), steps.size(), tick.nowMillis());
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
    public long expired() {
        return expired;
    }

    @Override
    public void expire(long position, Tick tick, Output output) {
        if (expiry == null) {
            return;
        }
        positions.release((part, from, to) -> applyPositions(part, from, to, tick, output));
        int count = expiry.take(tick.nowMillis());
        int[] at = expiry.expired();
        for (int from = 0; from < count; from += CHUNK_GROUPS) {
            int n = Math.min(CHUNK_GROUPS, count - from);
            if (tellsExpiry) {
                tellExpired(at, from, n, position, output);
            }
            for (int i = from; i < from + n; i++) {
                letGo(at[i]);
            }
        }
        expired += count;
    }

    private void tellExpired(int[] at, int from, int n, long position, Output output) {
        before.ensure(n);
        after.ensure(n);
        before.takeAll(groups.records(), at, from, n, groups.valueOffset());
        for (int word = 0; word < after.width(); word++) {
            Arrays.fill(after.column(word), 0, n, 0);
        }
        tickOrigin.load(at, from, position, Watermarks.constant(emitter.emittedWatermark()));
        emitter.emit(before, after, n, emptyRowSent, emptyRow, tickOrigin, output);
    }

    private void letGo(int at) {
        long[] records = groups.records();
        accumulators.clear(at, rowCounts);
        Arrays.fill(records, at + groups.valueOffset(), at + groups.width(), 0);
        groups.addLive(-1);
    }

    /** Emits what became of the groups that the tick touched, and clears those that it emptied. */
    private void emitTick(long end, Output output) {
        Watermarks tick = tickWatermarks.endTick(end);
        if (emptyRow && !emptyRowSent) {
            touchEmptyKey();
        }
        int[] at = dirty.addresses();
        int size = dirty.size();
        int from = 0;
        do {
            int n = Math.min(CHUNK_GROUPS, size - from);
            accumulators.settle(at, from, n);
            before.takeAll(dirtyBefore, from, n);
            after.takeAll(groups.records(), at, from, n, groups.valueOffset());
            tickOrigin.load(at, from, end - 1, tick);
            emitter.emit(before, after, n, emptyRowSent, emptyRow, tickOrigin, output);
            from += n;
        } while (from < size);
        dirty.clear();
        emitter.passOn(tick, output);
        emptyRowSent = emptyRow;
    }

    /** Lets the tick have an effect on the one group of a global aggregate even if it had no input. */
    private void touchEmptyKey() {
        int at = keys.locate(steps.batch(), 0);
        if (!RecordTable.isMarked(groups.records()[at])) {
            dirtyBefore.ensure(dirty.size() + 1);
            dirtyBefore.take(dirty.add(at), groups.records(), at + groups.valueOffset());
        }
    }

    /** Where SQL's rule holds: the row of a global aggregate that has no input yet, the first change ever, wherever the input is cut. */
    private void sendEmptyRow(long position, Output output) {
        if (!emptyRow || emptyRowSent) {
            return;
        }
        before.zero(0);
        after.zero(0);
        tickOrigin.load(new int[1], 0, position, watermarks);
        emitter.emit(before, after, 1, false, true, tickOrigin, output);
        emptyRowSent = true;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        long[] records = groups.records();
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 && emptyRowSent ? 1 : 0);
        writer.writeLong(rowCounts.lastGroupId());
        writer.writeLong(first == 0 ? rowCounts.ignored() : 0);
        writer.writeLong(first == 0 ? watermarks.after() : Watermarks.NONE);
        writer.writeLong(first == 0 ? emitter.emittedWatermark() : Watermarks.NONE);
        tickWatermarks.snapshot(first, writer);
        writer.writeLong(first == 0 ? expired : 0);
        RecordExpiry.snapshot(expiry, writer);
        int[] addresses = groups.writeExtent(first, last, writer);
        for (int at : addresses) {
            groups.writeKey(at, writer);
            writer.writeLongs(records, at + groups.valueOffset(), valueWords);
            RecordExpiry.write(expiry, at, writer);
            accumulators.snapshot(at, writer);
        }
        accumulators.snapshotDistinct(first, last, writer);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "a group aggregate");
        emptyRowSent |= reader.readLong() != 0;
        rowCounts.skipGroupIds(reader.readLong());
        rowCounts.addIgnored(reader.readLong());
        watermarks = Watermarks.constant(Math.max(watermarks.after(), reader.readLong()));
        emitter.restoreWatermark(reader.readLong());
        tickWatermarks.restore(reader);
        expired += reader.readLong();
        RecordExpiry.restore(expiry, reader);
        for (long left = groups.readExtent(reader); left > 0; left--) {
            int at = groups.readKey(reader);
            long[] records = groups.records();
            reader.readLongs(records, at + groups.valueOffset(), valueWords);
            groups.addLive(1);
            RecordExpiry.read(expiry, at, reader);
            accumulators.restore(at, reader);
        }
        accumulators.restoreDistinct(reader);
    }

    @Override
    public long stateBytes() {
        return groups.bytes() + accumulators.bytes() + (expiry == null ? 0 : expiry.bytes());
    }
}
