// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Groups of windows that overlap, of which each row is counted once: in its slice, the step of time that ends with the next end of a window. What a window has is merged
 * of its slices when it is complete, most of which the window before it had as well; a slice is given up with the last window that has it. Of windows that cumulate those so
 * far are kept merged.
 *
 * <p>A row is late for the windows that were complete before its position, and counted as late if that is all of them. Rows that are late for some are taken in
 * behind those windows.
 */
public final class SlicedWindowsOperator implements Operator {

    private static final long FORMAT = 4;

    private final WindowColumns columns;
    private final LocalTime localTime;
    private final GroupsPane.Maker panes;
    private final boolean cumulates;
    private final long step;
    private final long size;
    private final long offset;

    /** By their ends. */
    private final TreeMap<Long, GroupsPane> slices = new TreeMap<>();

    /** By the start of windows that cumulate: their rows up to the last end that is complete. */
    private final TreeMap<Long, GroupsPane> cumulated = new TreeMap<>();

    private final SlidingWindow window;
    private final RowsByWindow rowsBySlice = new RowsByWindow();
    private final DeferredRows partlyLate = new DeferredRows();
    private final WindowRound round;
    private final RoundWatermarks watermarks;
    private int[] selected = {};

    /** All windows that end here or earlier are complete; {@link Long#MIN_VALUE} for none. */
    private long done = Long.MIN_VALUE;

    private long unknownRetractions;

    /** @throws IllegalArgumentException if its windows are not sliced */
    public SlicedWindowsOperator(Windowed node, OperatorSettings settings) {
        WindowSpec windows = node.sliced();
        if (windows == null || !(node.body() instanceof GroupAggregate aggregate)) {
            throw new IllegalArgumentException("not sliced: " + node);
        }
        columns = node.windows().get(0);
        LateRows lateRows = new LateRows(List.of(aggregate.input().schema()), settings);
        round = new WindowRound(node.schema(), columns.clock(), columns.resolution(), lateRows);
        watermarks = round.watermarks();
        localTime = new LocalTime(columns.zone());
        panes = GroupsPane.maker(aggregate, columns, settings.zone());
        window = SlidingWindow.of(panes, slices);
        cumulates = windows.kind() == WindowSpec.Kind.CUMULATE;
        step = windows.step();
        size = windows.size();
        offset = windows.offset();
    }

    @Override
    public void receive(int number, ChangeBatch batch, Tick tick, Output output) {
        round.add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        for (ChangeBatch batch : round.begin(tick)) {
            if (batch.size() > 0) {
                take(batch);
            }
        }
        round.endInput();
        putOut(tick, output);
        round.end(position, output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    private void take(ChangeBatch batch) {
        int rows = batch.size();
        if (selected.length < rows) {
            selected = new int[rows];
        }
        long[] ends = batch.longs(columns.end()).values();
        long end = 0;
        long firstLast = 0;
        int n = 0;
        for (int i = 0; i < rows; i++) {
            int row = batch.row(i);
            if (i == 0 || ends[row] != end) {
                end = ends[row];
                firstLast = last(end);
            }
            if (firstLast > watermarks.after() || firstLast > watermarks.before(batch.position(row))) {
                selected[n++] = row;
            } else if (last(lastEnd(end)) > watermarks.before(batch.position(row))) {
                partlyLate.add(0, batch, row, end - step, end);
            } else {
                round.leaveOut(batch, row);
            }
        }
        if (n == 0) {
            return;
        }
        rowsBySlice.load(selected, n, ends);
        for (int s = 0; s < rowsBySlice.count(); s++) {
            slice(rowsBySlice.end(s)).add(0, rowsBySlice.of(s, batch));
        }
    }

    private GroupsPane slice(long end) {
        return slices.computeIfAbsent(end, key -> panes.of(end - step, end));
    }

    /** The last event time before a local time. */
    private long last(long end) {
        return localTime.instantOf(end) - columns.resolution();
    }

    /** Where the last window ends that has the slice with this end. */
    private long lastEnd(long sliceEnd) {
        return cumulates ? startOf(sliceEnd) + size : sliceEnd + size - step;
    }

    /** Where the windows that cumulate start that have the slice with this end. */
    private long startOf(long sliceEnd) {
        return Math.floorDiv(sliceEnd - step - offset, size) * size + offset;
    }

    private void putOut(Tick tick, Output output) {
        partlyLate.sort();
        while (true) {
            long end = nextEnd();
            boolean due = end != Long.MAX_VALUE && last(end) <= watermarks.after();
            long position = due ? watermarks.reaches(last(end)) : Long.MAX_VALUE;
            if (partlyLate.hasNext() && partlyLate.position() < position) {
                takeLate(position);
            } else if (due) {
                fire(end, watermarks.emittedAt(position), tick, output);
                done = end;
                forget(end);
            } else {
                break;
            }
        }
        partlyLate.clear();
        done = Math.max(done, completeUpTo(watermarks.after()));
        forget(done);
    }

    /** Takes in rows that are late for some of their windows, all of which are put out. */
    private void takeLate(long below) {
        long end = partlyLate.end();
        done = Math.max(done, completeUpTo(watermarks.before(partlyLate.position())));
        boolean isCumulated = cumulates && end <= done;
        GroupsPane pane = isCumulated ? cumulatedFrom(startOf(end)) : slice(end);
        boolean isPushed = !cumulates && end <= window.pushedTo();
        partlyLate.takeRun(below, true, (number, rows) -> {
            pane.add(number, rows);
            if (isPushed && end <= window.pushedTo()) {
                addPushed(end, rows);
            }
        });
    }

    /** A slice that the window has already gets more rows. What a retraction does to one slice alone the sum of several can't tell. */
    private void addPushed(long end, ChangeBatch rows) {
        boolean retracts = false;
        for (int i = 0; i < rows.size(); i++) {
            retracts |= RowKind.isRetraction(rows.kind(rows.row(i)));
        }
        if (retracts) {
            window.clear();
        } else {
            window.add(end, rows);
        }
    }

    private GroupsPane cumulatedFrom(long start) {
        return cumulated.computeIfAbsent(start, key -> panes.of(start, start));
    }

    /** The end of the last window that a watermark completes. */
    private long completeUpTo(long watermark) {
        if (watermark == Watermarks.NONE || watermark == Watermarks.MAX) {
            return watermark;
        }
        long local = localTime.of(watermark + columns.resolution());
        return Math.floorDiv(local - offset, step) * step + offset;
    }

    /** The end of the next window that has rows; {@link Long#MAX_VALUE} if none has. */
    private long nextEnd() {
        long next = Long.MAX_VALUE;
        if (!slices.isEmpty()) {
            next = Math.max(slices.firstKey(), done == Long.MIN_VALUE ? Long.MIN_VALUE : done + step);
        }
        if (!cumulated.isEmpty()) {
            next = Math.min(next, Math.max(done, cumulated.firstKey()) + step);
        }
        return next;
    }

    private void fire(long end, long position, Tick tick, Output output) {
        GroupsPane result = cumulates ? cumulate(end) : merged(end);
        if (result == null || result.isEmpty()) {
            return;
        }
        try {
            result.fire(position, tick, batch -> emit(batch, output));
        } catch (RowFailure e) {
            throw new RowFailure(position, e.error());
        }
    }

    /** The pane of a window, of its slices, all of which end behind its start. */
    private GroupsPane merged(long end) {
        slices.subMap(window.pushedTo(), false, end, true).forEach(window::push);
        return window.at(end - size, end);
    }

    /** The pane of windows that cumulate, with their next slice. */
    private @Nullable GroupsPane cumulate(long end) {
        long start = startOf(end);
        GroupsPane slice = slices.remove(end);
        GroupsPane soFar = cumulated.get(start);
        if (slice != null && soFar == null) {
            soFar = cumulatedFrom(start);
        }
        if (slice != null && soFar != null) {
            soFar.merge(slice);
            unknownRetractions += slice.unknownRetractions();
        }
        return soFar == null ? null : soFar.at(start, end);
    }

    /** Gives up what only windows have that end here or earlier. */
    private void forget(long end) {
        if (end == Long.MIN_VALUE) {
            return;
        }
        while (!slices.isEmpty() && (end == Long.MAX_VALUE || lastEnd(slices.firstKey()) <= end)) {
            Map.Entry<Long, GroupsPane> first = slices.pollFirstEntry();
            window.pop(first.getKey(), first.getValue());
            unknownRetractions += first.getValue().unknownRetractions();
        }
        if (slices.isEmpty()) {
            window.clear();
        }
        while (!cumulated.isEmpty() && (end == Long.MAX_VALUE || cumulated.firstKey() + size <= end)) {
            unknownRetractions += cumulated.pollFirstEntry().getValue().unknownRetractions();
        }
    }

    private void emit(ChangeBatch batch, Output output) {
        output.emit(batch.withWatermarks(watermarks.all()));
        round.noteEmitted();
    }

    @Override
    public long lateRows() {
        return round.lateRows();
    }

    @Override
    public long unknownRetractions() {
        return unknownRetractions
                + slices.values().stream()
                        .mapToLong(GroupsPane::unknownRetractions)
                        .sum()
                + cumulated.values().stream()
                        .mapToLong(GroupsPane::unknownRetractions)
                        .sum();
    }

    @Override
    public long stateBytes() {
        return window.bytes()
                + slices.values().stream().mapToLong(GroupsPane::bytes).sum()
                + cumulated.values().stream().mapToLong(GroupsPane::bytes).sum();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        round.snapshot(first, last, writer);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        writer.writeLong(done);
        writer.writeLong(slices.size());
        slices.forEach((end, pane) -> {
            writer.writeLong(end);
            pane.snapshot(first, last, writer);
        });
        window.snapshot(first, last, writer);
        writer.writeLong(cumulated.size());
        cumulated.forEach((start, pane) -> {
            writer.writeLong(start);
            pane.snapshot(first, last, writer);
        });
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "windows of slices");
        round.restore(reader);
        unknownRetractions += reader.readLong();
        done = Math.max(done, reader.readLong());
        for (long left = reader.readLong(); left > 0; left--) {
            slice(reader.readLong()).restore(reader);
        }
        window.restore(reader);
        for (long left = reader.readLong(); left > 0; left--) {
            cumulatedFrom(reader.readLong()).restore(reader);
        }
    }
}
