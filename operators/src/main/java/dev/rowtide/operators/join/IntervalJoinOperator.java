// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.TimeBound;
import dev.rowtide.core.plan.TimedJoin;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.MergedInputs;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.DueRows;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.OwnedColumns;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.window.EventTime;
import dev.rowtide.operators.window.LateRows;
import dev.rowtide.operators.window.RoundWatermarks;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins rows whose times lie in an interval of each other. Pairs go out as rows come; the watermark of both inputs, when it has passed the last time of a row's interval, lets
 * the row go, under the position that raised it: then a row without a match is put out as such, if the join has such rows. Nothing is ever taken back.
 *
 * <p>Where most rows meet none, as the bids of a window of which the highest is asked for, they are kept as they came and no time is spent on them.
 *
 * <p>A row that comes late is joined with the rows that are still kept. If its interval is over as well it is let go at once; without a match it is counted as late.
 *
 * <p>The watermark behind the join is earlier, so that no row of the result is late because of the time that it waited.
 */
public final class IntervalJoinOperator implements Operator {

    private static final long FORMAT = 3;
    private static final int NONE = JoinSide.NONE;

    /** The least rows of one input, one behind the other, that are left pending together. */
    private static final int RUN_MIN = 512;

    /** The pairs after which the steps so far are finished. */
    private static final int PAIRS_MAX = 16 * ChangeBatch.ROWS_MAX;

    /** In the order of rows that are given up at the same time, the bit by which right ones follow left ones. */
    private static final int SIDE_BIT = Long.SIZE - 2;

    private final int runMin;
    private final WindowColumns.Clock clock;
    private final long resolution;
    private final long delay;
    private final MergedInputs inputs = new MergedInputs(2, true);
    private final RoundWatermarks watermarks = new RoundWatermarks();
    private final TimedKeys keys;
    private final IntervalSide[] sides;
    private final DueRows due = new DueRows();
    private final @Nullable ResidualCondition condition;
    private final JoinOutput output;
    private final IntervalResults results;
    private final LateRows lateRows;
    private final StepLog log = new StepLog();
    private final IntervalSide.Kept[] kept = {
        (number, arrival) -> await(0, number, arrival), (number, arrival) -> await(1, number, arrival)
    };
    private final InsertedRows[] inserted = {new InsertedRows(), new InsertedRows()};

    private int[] numbers = {};
    private long arrivals;
    private long step = Long.MIN_VALUE;

    /** The watermark up to which rows have been let go. */
    private long reached = Watermarks.NONE;

    /** The position that the input was complete to when it was last looked at. */
    private long complete;

    /** @throws IllegalArgumentException if the join's rows meet by something else than an interval */
    public IntervalJoinOperator(TimedJoin node, OperatorSettings settings) {
        this(node, settings, RUN_MIN);
    }

    /** @param runMin the least rows of one input, one behind the other, that are left pending together */
    IntervalJoinOperator(TimedJoin node, OperatorSettings settings, int runMin) {
        this.runMin = runMin;
        if (!(node.bound() instanceof TimeBound.Interval interval)) {
            throw new IllegalArgumentException("no interval: " + node);
        }
        Join body = node.body();
        clock = interval.clock();
        keys = new TimedKeys(body);
        long lower = interval.lower();
        long upper = interval.upper();
        sides = new IntervalSide[] {
            new IntervalSide(0, body.left().schema(), interval.leftTime(), lower, upper, keys),
            new IntervalSide(1, body.right().schema(), interval.rightTime(), -upper, -lower, keys)
        };
        EventTime left = new EventTime(body.left().schema().type(interval.leftTime()));
        EventTime right = new EventTime(body.right().schema().type(interval.rightTime()));
        resolution = Math.max(left.resolution(), right.resolution());
        delay = left.ceilingMicros(Math.max(0, Math.max(upper, -lower))) + resolution;
        condition = interval.condition() == null
                ? null
                : new ResidualCondition(
                        interval.condition(), body.left().schema(), body.right().schema(), settings);
        output = new JoinOutput(body, sides[0].rows(), body.type().leftOnly() ? null : sides[1].rows());
        results = new IntervalResults(body.type(), sides, output, this::isLate);
        lateRows = new LateRows(List.of(body.left().schema(), body.right().schema()), settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        inputs.add(input, batch);
    }

    @Override
    public void advance(long position, Tick tick, Output to) {
        watermarks.begin(RoundWatermarks.of(inputs.endRound(), clock, resolution, tick), complete);
        output.begin(to, earlier(watermarks.all()));
        try {
            MergedRows rows = inputs.rows(false);
            while (rows.next()) {
                take(rows, tick);
                finish(tick);
            }
            letGo(watermarks.after(), tick);
            finish(tick);
        } finally {
            inputs.clear();
        }
        keys.giveUpEmpty();
        output.end();
        complete = Math.max(complete, position);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    @Override
    public long timerMillis() {
        return clock == WindowColumns.Clock.PROCESSING_TIME && !due.isEmpty()
                ? RoundWatermarks.millis(IntervalSide.plus(due.due(), resolution))
                : Long.MAX_VALUE;
    }

    /** Watermarks that no row of the result falls behind by waiting. */
    private Watermarks earlier(Watermarks inputs) {
        if (clock == WindowColumns.Clock.PROCESSING_TIME) {
            return inputs.after() == Watermarks.MAX ? inputs : Watermarks.absent();
        }
        long[] ends = new long[inputs.runs()];
        long[] values = new long[ends.length];
        for (int run = 0; run < ends.length; run++) {
            ends[run] = inputs.end(run);
            values[run] = earlier(inputs.value(run));
        }
        return new Watermarks(ends, values, earlier(inputs.after()));
    }

    private long earlier(long watermark) {
        return watermark == Watermarks.MAX ? watermark : IntervalSide.plus(watermark, -delay);
    }

    /** Long runs of rows of one input are left pending where they can, the others taken one by one. */
    private void take(MergedRows rows, Tick tick) {
        int n = rows.rows();
        int single = 0;
        for (int from = 0; from < n; ) {
            int to = endOfRun(rows, from);
            if (to - from >= runMin) {
                takeEach(rows, single, from, tick);
                single = from;
                if (leavePending(rows, from, to, tick)) {
                    single = to;
                }
            }
            from = to;
        }
        takeEach(rows, single, n, tick);
    }

    private static int endOfRun(MergedRows rows, int from) {
        int to = from + 1;
        while (to < rows.rows() && rows.input(to) == rows.input(from)) {
            to++;
        }
        return to;
    }

    /** Leaves a run of rows pending, if they meet none as they come, and none is over; whether that is so. */
    private boolean leavePending(MergedRows rows, int from, int to, Tick tick) {
        int input = rows.input(from);
        IntervalSide side = sides[input];
        int count = to - from;
        LongColumn times = (LongColumn) rows.column(side.timeColumn(), from, to);
        if (times.nulls() != null) {
            return false;
        }
        PendingRows.Span span = PendingRows.Span.of(times.values(), count);
        long watermark = watermarks.before(rows.position(to - 1));
        if (watermark >= side.lastMatchOf(span.first()) || sides[1 - input].meets(span, side)) {
            return false;
        }
        if (watermark > reached) {
            letGo(watermark, tick);
        }
        Column[] columns = new Column[side.columns()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = c == side.timeColumn() ? times : OwnedColumns.owned(rows.column(c, from, to), count);
        }
        side.addPending(new PendingRows(columns, count, side.timeColumn(), span, keys.columns(input), arrivals + 1));
        arrivals += count;
        return true;
    }

    private void takeEach(MergedRows rows, int from, int to, Tick tick) {
        if (from == to) {
            return;
        }
        keys.locate(rows, from, to);
        store(rows, from, to);
        for (int i = from; i < to; i++) {
            long position = rows.position(i);
            long watermark = watermarks.before(position);
            if (watermark > reached) {
                letGo(watermark, tick);
            }
            if (numbers[i] == NONE) {
                keys.noteEmpty(keys.of(i));
                continue;
            }
            openStep(Math.max(position, complete - 1), tick);
            take(rows.input(i), numbers[i], i, watermark);
        }
    }

    private void openStep(long position, Tick tick) {
        if (log.pairs() > PAIRS_MAX) {
            finish(tick);
        }
        if (position != step) {
            log.beginStep(position);
            step = position;
        }
    }

    private void take(int input, int number, int i, long watermark) {
        int key = keys.of(i);
        boolean matchable = keys.isMatchable(i);
        IntervalSide side = sides[input];
        boolean timeless = side.isTimeless(number);
        int from = log.pairs();
        if (matchable && !timeless) {
            IntervalSide other = sides[1 - input];
            other.take(keys.merged(), i, key, side, number, kept[1 - input]);
            int matches = other.find(key, side, number);
            int[] found = other.found();
            for (int m = 0; m < matches; m++) {
                log.pair(input, number, found[m]);
            }
        }
        if (log.pairs() > from) {
            log.putIn(input, number, from);
        }
        if (!timeless && watermark < side.lastMatch(number)) {
            long arrival = ++arrivals;
            side.add(key, number, arrival);
            await(input, number, arrival);
            return;
        }
        if (matchable && !timeless && side.time(number) <= watermark) {
            side.setLate(number);
        }
        log.takeOut(input, number, log.pairs());
        side.discard(number);
        keys.noteEmpty(key);
    }

    private void await(int input, int number, long arrival) {
        due.add(
                IntervalSide.plus(sides[input].lastMatch(number), resolution),
                (long) input << SIDE_BIT | arrival,
                number);
    }

    /** Stores the rows that can be in the result, batch by batch. */
    private void store(MergedRows rows, int from, int to) {
        if (numbers.length < to) {
            numbers = new int[rows.rows()];
        }
        Arrays.fill(numbers, from, to, NONE);
        for (int i = from; i < to; i++) {
            int input = rows.input(i);
            if (keys.isMatchable(i) || results.shows(input)) {
                inserted[input].add(rows, i, sides[input].rows(), numbers);
            }
        }
        for (int input = 0; input < inserted.length; input++) {
            inserted[input].store(sides[input].rows(), numbers);
        }
    }

    /** Lets the rows go that no row can come for at a watermark. */
    private void letGo(long watermark, Tick tick) {
        reached = Math.max(reached, watermark);
        for (int input = 0; input < sides.length; input++) {
            sides[input].end(reached, resolution, results.shows(input), kept[input]);
        }
        while (!due.isEmpty() && due.due() <= watermark) {
            int input = (int) (due.order() >>> SIDE_BIT);
            openStep(watermarks.emittedAt(watermarks.reaches(due.due())), tick);
            log.takeOut(input, due.row(), log.pairs());
            sides[input].remove(due.row());
            due.remove();
        }
    }

    /** Puts out the results of the steps so far. */
    private void finish(Tick tick) {
        RowFailure failure = condition == null ? null : condition.evaluate(log, sides[0].rows(), sides[1].rows(), tick);
        results.put(log);
        output.flush();
        log.clear();
        step = Long.MIN_VALUE;
        sides[0].freeRemoved();
        sides[1].freeRemoved();
        if (failure != null) {
            throw failure;
        }
    }

    /** The pending rows looked at in search of a key, in all. */
    long rowsLookedAt() {
        return sides[0].rowsLookedAt() + sides[1].rowsLookedAt();
    }

    private void isLate(int input, int number, long position, boolean shown) {
        lateRows.leaveOut(
                input,
                sides[input].batch(number, position),
                0,
                watermarks.before(position),
                shown
                        ? "the rows that it could have met were given up, and it is joined with none,"
                        : "the rows that it could have met were given up");
    }

    @Override
    public long lateRows() {
        return lateRows.count();
    }

    @Override
    public long stateBytes() {
        return keys.bytes() + sides[0].bytes() + sides[1].bytes() + due.bytes();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        Partitions partitions = keys.partitions();
        writer.writeLong(FORMAT);
        lateRows.snapshot(first, last, writer);
        writer.writeLong(arrivals);
        writer.writeLong(reached);
        writer.writeLong(complete);
        inputs.snapshot(first, writer);
        for (int key : partitions.writeExtent(first, last, writer)) {
            partitions.writeKey(key, writer);
            sides[0].write(key, writer);
            sides[1].write(key, writer);
        }
        sides[0].writePending(first, last, writer);
        sides[1].writePending(first, last, writer);
    }

    @Override
    public void restore(StateReader reader) {
        Partitions partitions = keys.partitions();
        Formats.require(FORMAT, reader.readLong(), "an interval join");
        lateRows.restore(reader);
        arrivals = Math.max(arrivals, reader.readLong());
        reached = Math.max(reached, reader.readLong());
        complete = Math.max(complete, reader.readLong());
        inputs.restore(reader);
        for (long left = partitions.readExtent(reader); left > 0; left--) {
            int key = partitions.readKey(reader);
            sides[0].read(key, reader, kept[0]);
            sides[1].read(key, reader, kept[1]);
        }
        sides[0].readPending(reader, kept[0]);
        sides[1].readPending(reader, kept[1]);
    }
}
