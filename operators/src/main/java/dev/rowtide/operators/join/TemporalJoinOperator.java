// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.MergedInputs;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.DueRows;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.window.EventTime;
import dev.rowtide.operators.window.LateRows;
import dev.rowtide.operators.window.RoundWatermarks;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Joins each left row with the one right row of its key that holds at the left row's time. It goes out when the right watermark has reached that time, so that no other can come
 * that holds then: at once, or under the position that raised the watermark, in the order in which left rows came. What happens to right rows later changes nothing.
 *
 * <p>Left changes keep their kind. A left row that the watermark of both inputs had passed before it came is late and is left out, since what held then may be given up; so is a
 * right row that a newer one has replaced by then. In processing time nothing waits and nothing is late.
 */
public final class TemporalJoinOperator implements Operator {

    private static final long FORMAT = 2;
    private static final int NONE = JoinSide.NONE;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final int LEFT = 0;
    private static final int RIGHT = 1;
    private static final int KEY = 0;
    private static final int KIND = 1;
    private static final int EXTRA_WORDS = 2;

    private final boolean inEventTime;
    private final boolean batch;
    private final boolean pads;
    private final boolean earlier;
    private final boolean finerRight;
    private final boolean coarserRight;
    private final int leftTime;
    private final @Nullable EventTime eventTime;
    private final MergedInputs inputs = new MergedInputs(2, true);

    /** That of both inputs, by which rows are late and are given up. */
    private final RoundWatermarks both = new RoundWatermarks();

    /** That of the right input, for which left rows wait. */
    private final RoundWatermarks right = new RoundWatermarks();

    private final TimedKeys keys;
    private final RowStore rows;
    private final RowVersions versions;
    private final DueRows waiting = new DueRows();
    private final DueRows ready = new DueRows();
    private final @Nullable ResidualCondition condition;
    private final JoinOutput output;
    private final LateRows lateRows;
    private final StepLog log = new StepLog();

    private long arrivals;
    private long step = Long.MIN_VALUE;
    private long reached = Watermarks.NONE;
    private long complete;

    /**
     * @param batch whether the whole input is one tick
     * @throws IllegalArgumentException if the join's rows meet by something else than a point in time
     */
    public TemporalJoinOperator(TimedJoin node, OperatorSettings settings, boolean batch) {
        if (!(node.bound() instanceof TimeBound.AsOf asOf)) {
            throw new IllegalArgumentException("no point in time: " + node);
        }
        this.batch = batch;
        Join body = node.body();
        Schema left = body.left().schema();
        inEventTime = asOf.clock() == WindowColumns.Clock.EVENT_TIME;
        pads = body.type().padsLeft();
        earlier = asOf.earlier();
        leftTime = asOf.leftTime();
        long unitsLeft = inEventTime ? left.type(leftTime).unitsPerSecond() : 1;
        long unitsRight =
                inEventTime ? body.right().schema().type(asOf.rightTime()).unitsPerSecond() : 1;
        finerRight = unitsRight > unitsLeft;
        coarserRight = unitsRight < unitsLeft;
        eventTime = inEventTime ? new EventTime(left.type(leftTime)) : null;
        keys = new TimedKeys(body);
        rows = new RowStore(left, EXTRA_WORDS);
        versions = new RowVersions(body.right().schema(), asOf.rightTime(), keys);
        condition = body.condition() == null
                ? null
                : new ResidualCondition(body.condition(), left, body.right().schema(), settings);
        output = new JoinOutput(body, rows, versions.rows());
        lateRows = new LateRows(List.of(left, body.right().schema()), settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        inputs.add(input, batch);
    }

    @Override
    public void advance(long position, Tick tick, Output to) {
        advance(position, false, tick, to);
    }

    @Override
    public void endTick(long position, Tick tick, Output to) {
        advance(position, batch, tick, to);
    }

    private void advance(long position, boolean isEnd, Tick tick, Output to) {
        both.begin(inputs.endRound(), complete);
        right.begin(inputs.watermarks(RIGHT), complete);
        output.begin(to, both.all());
        try {
            MergedRows merged = inputs.rows(false);
            while (merged.next()) {
                take(merged, tick);
            }
            reach(right.after(), both.after(), tick);
            if (isEnd) {
                putOutWaiting(Watermarks.MAX, position - 1, tick);
            }
        } finally {
            inputs.clear();
        }
        finish(tick);
        keys.giveUpEmpty();
        output.end();
        complete = Math.max(complete, position);
    }

    private void take(MergedRows merged, Tick tick) {
        keys.locate(merged);
        for (int i = 0; i < merged.rows(); i++) {
            long position = merged.position(i);
            reach(right.before(position), both.before(position), tick);
            if (merged.input(i) == LEFT) {
                takeLeft(merged, i, tick);
            } else {
                takeRight(merged, i);
            }
            keys.noteEmpty(keys.of(i));
        }
    }

    private void takeLeft(MergedRows merged, int i, Tick tick) {
        ChangeBatch from = merged.batch(i);
        int row = merged.row(i);
        long position = merged.position(i);
        boolean timeless = eventTime != null && from.column(leftTime).isNull(row);
        boolean matchable = keys.isMatchable(i) && !timeless;
        if (!matchable && !pads) {
            return;
        }
        long time = eventTime == null || timeless
                ? Watermarks.NONE
                : eventTime.ceilingMicros(from.longs(leftTime).values()[row]);
        if (eventTime != null && !timeless && time <= both.before(position)) {
            lateRows.leaveOut(LEFT, from, row, both.before(position), "what held at its time was given up");
            return;
        }
        int number = rows.add(from, row);
        rows.setExtra(number, KEY, matchable ? keys.of(i) + 1L : 0);
        rows.setExtra(number, KIND, merged.kind(i));
        if (time > right.before(position)) {
            await(number, time, ++arrivals);
        } else {
            putOut(number, Math.max(position, complete - 1), tick);
        }
    }

    private void await(int number, long time, long arrival) {
        waiting.add(time, arrival, number);
        // The list of a key's waiting rows is not looked at, only that there are some.
        int key = (int) rows.extra(number, KEY) - 1;
        if (key >= 0) {
            keys.setRoot(LEFT, key, keys.root(LEFT, key) + 1, 1);
        }
    }

    /** The old row of an update only says that the new one replaces it, if that comes with it. */
    private void takeRight(MergedRows merged, int i) {
        ChangeBatch from = merged.batch(i);
        int row = merged.row(i);
        long position = merged.position(i);
        if (!keys.isMatchable(i) || !versions.hasTime(from, row)) {
            return;
        }
        boolean replaced = merged.kind(i) == RowKind.MINUS_U
                && i + 1 < merged.rows()
                && merged.kind(i + 1) == RowKind.PLUS_U
                && merged.input(i + 1) == RIGHT
                && merged.position(i + 1) == position
                && keys.of(i + 1) == keys.of(i);
        if (replaced) {
            return;
        }
        long watermark = both.before(position);
        boolean seen = versions.add(keys.of(i), from, row, RowVersions.ends(merged.kind(i)), watermark);
        if (!seen && inEventTime) {
            lateRows.leaveOut(RIGHT, from, row, watermark, "a newer row of its key held");
        }
    }

    /** The watermarks have risen so far. */
    private void reach(long ofRight, long ofBoth, Tick tick) {
        while (!waiting.isEmpty() && waiting.due() <= ofRight) {
            long due = right.reaches(waiting.due());
            // All that one position makes due, in the order in which it came.
            putOutWaiting(Math.min(ofRight, right.before(due)), right.emittedAt(due), tick);
        }
        if (ofBoth > reached) {
            reached = ofBoth;
            versions.giveUp(ofBoth);
        }
    }

    private void putOutWaiting(long until, long position, Tick tick) {
        while (!waiting.isEmpty() && waiting.due() <= until) {
            ready.add(waiting.order(), 0, waiting.row());
            waiting.remove();
        }
        while (!ready.isEmpty()) {
            int number = ready.row();
            ready.remove();
            int key = (int) rows.extra(number, KEY) - 1;
            if (key >= 0) {
                keys.setRoot(LEFT, key, keys.root(LEFT, key) - 1, -1);
            }
            putOut(number, position, tick);
        }
    }

    private void putOut(int number, long position, Tick tick) {
        if (position != step) {
            if (log.pairs() > ChangeBatch.ROWS_MAX) {
                finish(tick);
            }
            log.beginStep(position);
            step = position;
        }
        int from = log.pairs();
        int key = (int) rows.extra(number, KEY) - 1;
        int version = key < 0 ? NONE : versions.at(key, timeOf(number));
        if (version != NONE) {
            log.pair(LEFT, number, version);
        }
        log.putIn(LEFT, number, from);
    }

    /** The last time, as right rows store it, of one that the row meets. */
    private long timeOf(int number) {
        if (eventTime == null) {
            return Watermarks.MAX;
        }
        long time = rows.word(number, leftTime);
        long before = earlier ? 1 : 0;
        return finerRight
                ? time * NANOS_PER_MICRO - before
                : Math.floorDiv(time - before, coarserRight ? NANOS_PER_MICRO : 1);
    }

    /** Puts out the results of the steps so far. */
    private void finish(Tick tick) {
        RowFailure failure = condition == null ? null : condition.evaluate(log, rows, versions.rows(), tick);
        for (int s = 0; s < log.steps(); s++) {
            put(s);
        }
        output.flush();
        for (int s = 0; s < log.steps(); s++) {
            for (int change = log.firstChange(s); change < log.changesEnd(s); change++) {
                rows.free(log.fresh(change));
            }
        }
        log.clear();
        step = Long.MIN_VALUE;
        versions.freeRemoved();
        if (failure != null) {
            throw failure;
        }
    }

    private void put(int s) {
        boolean loneOld = hasLoneOldRow(s);
        byte before = RowKind.PLUS_I;
        for (int change = log.firstChange(s); change < log.changesEnd(s); change++) {
            if (!isShown(change)) {
                continue;
            }
            int number = log.fresh(change);
            byte kind = (byte) rows.extra(number, KIND);
            // What is new for a reader of the position is told from what has replaced another row there.
            boolean lone = kind == RowKind.PLUS_U && before != RowKind.MINUS_U;
            int version = matched(change) ? log.right(log.won(change)) : NONE;
            output.put(lone && loneOld ? RowKind.PLUS_I : kind, number, version, log.position(s));
            before = kind;
        }
    }

    /** Whether some old row of an update goes out at a position without the new one behind it. */
    private boolean hasLoneOldRow(int s) {
        byte before = RowKind.PLUS_I;
        for (int change = log.firstChange(s); change < log.changesEnd(s); change++) {
            if (isShown(change)) {
                byte kind = (byte) rows.extra(log.fresh(change), KIND);
                if (before == RowKind.MINUS_U && kind != RowKind.PLUS_U) {
                    return true;
                }
                before = kind;
            }
        }
        return before == RowKind.MINUS_U;
    }

    private boolean isShown(int change) {
        return pads || matched(change);
    }

    private boolean matched(int change) {
        return log.won(change) < log.wonEnd(change) && log.isMatch(log.won(change));
    }

    @Override
    public long lateRows() {
        return lateRows.count();
    }

    @Override
    public long stateBytes() {
        return keys.bytes() + rows.bytes() + versions.bytes() + waiting.bytes();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        Partitions partitions = keys.partitions();
        writer.writeLong(FORMAT);
        lateRows.snapshot(first, last, writer);
        writer.writeLong(arrivals);
        writer.writeLong(reached);
        writer.writeLong(complete);
        versions.snapshot(first, writer);
        inputs.snapshot(first, writer);
        BitSet written = new BitSet();
        for (int key : partitions.writeExtent(first, last, writer)) {
            partitions.writeKey(key, writer);
            writer.writeLong(key);
            versions.write(key, writer);
            written.set(key);
        }
        int[] places = IntStream.range(0, waiting.size())
                .filter(place -> isWritten(waiting.row(place), first == 0, written))
                .toArray();
        writer.writeLong(places.length);
        for (int place : places) {
            rows.write(waiting.row(place), writer);
            writer.writeLong(waiting.due(place));
            writer.writeLong(waiting.order(place));
        }
    }

    /** A row without a key is written with partition 0. */
    private boolean isWritten(int number, boolean keyless, BitSet written) {
        int key = (int) rows.extra(number, KEY) - 1;
        return key < 0 ? keyless : written.get(key);
    }

    @Override
    public void restore(StateReader reader) {
        Partitions partitions = keys.partitions();
        Formats.require(FORMAT, reader.readLong(), "a temporal join");
        lateRows.restore(reader);
        arrivals = Math.max(arrivals, reader.readLong());
        reached = Math.max(reached, reader.readLong());
        complete = Math.max(complete, reader.readLong());
        versions.restore(reader);
        inputs.restore(reader);
        Map<Long, Integer> numbers = new HashMap<>();
        for (long left = partitions.readExtent(reader); left > 0; left--) {
            int key = partitions.readKey(reader);
            numbers.put(reader.readLong(), key);
            versions.read(key, reader, reached);
        }
        for (long left = reader.readLong(); left > 0; left--) {
            int number = rows.read(reader);
            Integer key = numbers.get(rows.extra(number, KEY) - 1);
            rows.setExtra(number, KEY, key == null ? 0 : key + 1L);
            await(number, reader.readLong(), reader.readLong());
        }
    }
}
