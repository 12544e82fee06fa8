// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Distribution;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.LowestWatermark;
import dev.rowtide.operators.merge.RoundInput;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Keeps a pane per open window and puts its result out when the watermark of all inputs reaches the window's last event time, under the position that raised it: windows
 * that one position completes go out in the order of their ends. A row for a window that was complete before the row's own position is late. It revises the result as
 * long as the emission allows; else it is counted and left out.
 *
 * <p>Rows that come before their window is complete are taken in before anything of the round goes out, since they all do; those that revise a result take their turn. Where
 * results go out every so often, the round is taken in pieces, from one time that they do to the next.
 *
 * <p>Sessions that are revised come as they are to go out: their changes go through a pane of all that end in a stretch of time, which is given up as a whole.
 */
public final class WindowedOperator implements Operator {

    private static final long FORMAT = 5;

    /** Sessions that end within this of one another, or within their gap, have a pane together. */
    private static final long SESSION_PANE_MICROS = 1_000_000;

    private final Schema schema;
    private final RoundInput[] inputs;
    private final WindowColumns[] columns;
    private final Emission emission;
    private final LocalTime localTime;
    private final Panes panes;

    private final EarlyTimes earlyTimes;

    /** The stretch of time of a pane of sessions; 0 for a pane per window. */
    private final long stretch;

    /** The windows whose results have not gone out, by their ends. */
    private final TreeMap<Long, Open> open = new TreeMap<>();

    /** Those whose results may be revised. */
    private final TreeMap<Long, Open> revised = new TreeMap<>();

    /** The panes to which rows were added in the round. */
    private final List<Pane> filled = new ArrayList<>();

    private final RowsByWindow rowsByWindow = new RowsByWindow();
    private final LateRows lateRows;
    private final DeferredRows deferred = new DeferredRows();
    private final RoundWatermarks watermarks = new RoundWatermarks();
    private int[] selected = {};

    /** The position that the input was complete to when it was last looked at. */
    private long complete;

    private long emittedWatermark = Watermarks.NONE;
    private long unknownRetractions;

    /** The groups of the window that went out last: the next ones will have about as many. */
    private int groupsExpected;

    /** A window of which something is kept. */
    private record Open(long start, Pane pane) {}

    /**
     * @param operators makes the operator of a body, which puts out the effect of every position
     * @throws IllegalArgumentException if the rows of windows come complete
     */
    public WindowedOperator(Windowed node, Function<PlanNode, Operator> operators, OperatorSettings settings) {
        columns = node.windows().toArray(WindowColumns[]::new);
        if (columns[0].clock() == WindowColumns.Clock.COMPLETE) {
            throw new IllegalArgumentException("complete: " + node);
        }
        schema = node.schema();
        emission = node.emission();
        inputs = new RoundInput[node.inputs().size()];
        Arrays.setAll(inputs, i -> new RoundInput());
        lateRows = new LateRows(node.inputs().stream().map(PlanNode::schema).toList(), settings, node.tellsLateRows());
        localTime = new LocalTime(columns[0].zone());
        stretch = node.revisesSessions() ? Math.max(columns[0].sessionGap(), SESSION_PANE_MICROS) : 0;
        // Sessions come when they are due, early or not.
        earlyTimes = new EarlyTimes(stretch > 0 ? 0 : emission.every(), columns[0].resolution());
        List<List<Integer>> keys = Distribution.of(node).keys();
        FewMatches fewMatches = emission.revises() ? null : FewMatches.of(node.body(), node.windows(), settings.zone());
        // Where the operator stays, its state is parted by its keys as the rows are by the node's: they must be the
        // same.
        PlanNode body = !emission.revises() && node.body() instanceof Join join ? withoutEnds(join) : node.body();
        panes = node.keepsGroups()
                ? GroupsPane.maker((GroupAggregate) node.body(), columns[0], settings.zone())
                : (start, end) -> new RowsPane(node.inputs(), keys, fewMatches, () -> operators.apply(body));
    }

    /** The same join where all rows have one end of their windows, which need not be compared. */
    private Join withoutEnds(Join join) {
        int[] kept = IntStream.range(0, join.leftKeys().size())
                .filter(k -> join.nullAware()
                        || join.leftKeys().get(k) != columns[0].end()
                        || join.rightKeys().get(k) != columns[1].end())
                .toArray();
        return new Join(
                join.left(),
                join.right(),
                join.type(),
                Arrays.stream(kept).mapToObj(join.leftKeys()::get).toList(),
                Arrays.stream(kept).mapToObj(join.rightKeys()::get).toList(),
                Arrays.stream(kept).mapToObj(join.nullsMatch()::get).toList(),
                join.condition(),
                join.nullAware(),
                join.leftTtl(),
                join.rightTtl(),
                join.traits());
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        inputs[input].add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        watermarks.begin(watermark(tick), complete);
        long from = Long.MIN_VALUE;
        for (long early : earlyTimes.positions(watermarks)) {
            take(from, early);
            putOut(early, tick, output);
            putOutEarly(early, tick, output);
            from = early;
        }
        take(from, Long.MAX_VALUE);
        putOut(Long.MAX_VALUE, tick, output);
        for (RoundInput input : inputs) {
            input.endRound();
        }
        filled.forEach(Pane::endRound);
        filled.clear();
        release();
        if (watermarks.after() > emittedWatermark) {
            emit(new BatchBuilder(schema).build(watermarks.all()), output);
        }
        complete = Math.max(complete, position);
    }

    /** The watermark of all inputs; where time is that of processing, windows that end by the tick's time are complete before its rows. */
    private Watermarks watermark(Tick tick) {
        Watermarks[] ofInputs =
                Arrays.stream(inputs).map(RoundInput::watermarks).toArray(Watermarks[]::new);
        return RoundWatermarks.of(LowestWatermark.of(ofInputs), columns[0].clock(), columns[0].resolution(), tick);
    }

    @Override
    public long timerMillis() {
        if (columns[0].clock() != WindowColumns.Clock.PROCESSING_TIME || open.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long complete = localTime.instantOf(open.firstKey());
        boolean isPending = earlyTimes.next() < Long.MAX_VALUE
                && open.values().stream().anyMatch(window -> window.pane().isPending());
        return RoundWatermarks.millis(Math.min(complete, isPending ? earlyTimes.next() : Long.MAX_VALUE));
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    /** Takes in the rows of the round from a position to before another. */
    private void take(long from, long to) {
        for (int input = 0; input < inputs.length; input++) {
            for (ChangeBatch batch : inputs[input].batches()) {
                ChangeBatch part = between(batch, from, to);
                if (part.size() > 0) {
                    take(input, part);
                }
            }
        }
    }

    private static ChangeBatch between(ChangeBatch batch, long from, long to) {
        if (from == Long.MIN_VALUE && to == Long.MAX_VALUE) {
            return batch;
        }
        int first = firstAt(batch, from);
        int end = firstAt(batch, to);
        int[] selection = new int[Math.max(0, end - first)];
        for (int i = 0; i < selection.length; i++) {
            selection[i] = batch.row(first + i);
        }
        return selection.length == batch.size() ? batch : batch.withSelection(selection, selection.length);
    }

    /** The first place in a batch whose position is this one or a later one. */
    private static int firstAt(ChangeBatch batch, long position) {
        int low = 0;
        int high = batch.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (batch.position(batch.row(middle)) < position) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void take(int input, ChangeBatch batch) {
        long[] starts = batch.longs(columns[input].start()).values();
        long[] ends = batch.longs(columns[input].end()).values();
        int first = batch.row(0);
        boolean isPlain = stretch == 0 && !emission.onChange();
        if (isPlain && isOneWindow(batch, ends) && last(ends[first]) > watermarks.after()) {
            add(input, batch, starts[first], ends[first]);
            return;
        }
        int n = select(input, batch, starts, ends);
        if (n == 0) {
            return;
        }
        rowsByWindow.load(selected, n, ends);
        for (int w = 0; w < rowsByWindow.count(); w++) {
            add(input, rowsByWindow.of(w, batch), starts[rowsByWindow.row(w)], rowsByWindow.end(w));
        }
    }

    private void add(int input, ChangeBatch batch, long start, long end) {
        Pane pane = pane(open, start, end, groupsExpected);
        pane.add(input, batch);
        filled.add(pane);
    }

    private static boolean isOneWindow(ChangeBatch batch, long[] ends) {
        int[] selection = batch.selection();
        long end = ends[batch.row(0)];
        long differences = 0;
        if (selection == null) {
            for (int i = 0; i < batch.size(); i++) {
                differences |= ends[i] ^ end;
            }
        } else {
            for (int i = 0; i < batch.size(); i++) {
                differences |= ends[selection[i]] ^ end;
            }
        }
        return differences == 0;
    }

    /** @param expected how many groups a new one will have, if that is known */
    private Pane pane(TreeMap<Long, Open> among, long start, long end, int expected) {
        Open known = among.get(end);
        if (known == null) {
            Pane made = panes.of(start, end);
            if (made instanceof GroupsPane groups) {
                groups.reserve(expected);
            }
            known = new Open(start, made);
            among.put(end, known);
        }
        return known.pane();
    }

    /** Finds the rows whose window is not complete and puts out nothing before it is; how many they are. */
    private int select(int input, ChangeBatch batch, long[] starts, long[] ends) {
        int size = batch.size();
        if (selected.length < size) {
            selected = new int[size];
        }
        // Whether a row may be late is asked of its window's end, of which few rows differ from the row before.
        long end = 0;
        long last = 0;
        int n = 0;
        for (int i = 0; i < size; i++) {
            int row = batch.row(i);
            long windowEnd = stretch == 0 ? ends[row] : endOfStretch(ends[row]);
            if (i == 0 || windowEnd != end) {
                end = windowEnd;
                last = last(end);
            }
            boolean isLate = last <= watermarks.after() && last <= watermarks.before(batch.position(row));
            if (isLate && isOver(last, watermarks.before(batch.position(row)))) {
                lateRows.leaveOut(input, batch, row, watermarks.before(batch.position(row)));
            } else if (isLate || emission.onChange() || stretch > 0) {
                deferred.add(input, batch, row, starts[row], end);
            } else {
                selected[n++] = row;
            }
        }
        return n;
    }

    private long endOfStretch(long end) {
        return -Math.floorDiv(-end, stretch) * stretch;
    }

    /** The last event time of a window. */
    private long last(long end) {
        return localTime.instantOf(end) - columns[0].resolution();
    }

    /** Whether a window takes in no more rows. */
    private boolean isOver(long last, long watermark) {
        return watermark == Watermarks.MAX
                || watermark >= Watermarks.NONE + emission.allowedLateness()
                        && last <= watermark - emission.allowedLateness();
    }

    /** Puts out what is due at a position or before it, and what the rows taken in revise. */
    private void putOut(long limit, Tick tick, Output output) {
        deferred.sort();
        while (true) {
            Map.Entry<Long, Open> first = open.isEmpty() ? null : open.firstEntry();
            boolean isComplete = first != null && last(first.getKey()) <= watermarks.after();
            long due = first != null && isComplete ? watermarks.reaches(last(first.getKey())) : Long.MAX_VALUE;
            isComplete &= due <= limit;
            if (deferred.hasNext() && deferred.position() < due) {
                revise(due, tick, output);
            } else if (first != null && isComplete) {
                fire(first.getKey(), first.getValue(), watermarks.emittedAt(due), tick, output);
            } else {
                break;
            }
        }
        deferred.clear();
    }

    /** Puts out what has changed of the windows that are not complete. */
    private void putOutEarly(long position, Tick tick, Output output) {
        Iterator<Open> windows = open.values().iterator();
        while (windows.hasNext()) {
            Pane pane = windows.next().pane();
            if (pane.isPending()) {
                fire(pane, watermarks.emittedAt(position), tick, output);
                if (!emission.accumulates()) {
                    unknownRetractions += pane.unknownRetractions();
                    windows.remove();
                }
            }
        }
    }

    private void fire(long end, Open window, long position, Tick tick, Output output) {
        open.remove(end);
        if (window.pane() instanceof GroupsPane groups) {
            groupsExpected = groups.count();
        }
        fire(window.pane(), position, tick, output);
        if (emission.accumulates()) {
            revised.put(end, window);
        } else {
            unknownRetractions += window.pane().unknownRetractions();
        }
    }

    private void fire(Pane pane, long position, Tick tick, Output output) {
        try {
            pane.fire(position, tick, batch -> emit(batch, output));
        } catch (RowFailure e) {
            throw new RowFailure(position, e.error());
        }
    }

    private void revise(long below, Tick tick, Output output) {
        if (emission.accumulates()) {
            Pane pane = pane(revised, deferred.start(), deferred.end(), 0);
            long after = deferred.takeRun(
                    below, false, (input, batch) -> pane.revise(input, batch, tick, each -> emit(each, output)));
            pane.settle(after, tick, batch -> emit(batch, output));
        } else {
            Pane pane = panes.of(deferred.start(), deferred.end());
            long after = deferred.takeRun(below, true, pane::add);
            fire(pane, after - 1, tick, output);
        }
    }

    /** Gives up the windows that no row revises any more. */
    private void release() {
        Iterator<Map.Entry<Long, Open>> windows = revised.entrySet().iterator();
        while (windows.hasNext()) {
            Map.Entry<Long, Open> window = windows.next();
            if (!isOver(last(window.getKey()), watermarks.after())) {
                return;
            }
            unknownRetractions += window.getValue().pane().unknownRetractions();
            windows.remove();
        }
    }

    private void emit(ChangeBatch changes, Output output) {
        ChangeBatch placed = atTickEnd(changes);
        ChangeBatch batch = emission.panes() == Emission.Panes.ACCUMULATING ? additions(placed) : placed;
        if (batch.size() > 0 || watermarks.after() > emittedWatermark) {
            output.emit(batch.withWatermarks(watermarks.all()));
            emittedWatermark = watermarks.after();
        }
    }

    /** Each result is a row beside those before it. */
    private static ChangeBatch additions(ChangeBatch batch) {
        int[] selection = new int[batch.size()];
        int n = 0;
        for (int i = 0; i < batch.size(); i++) {
            if (!RowKind.isRetraction(batch.kind(batch.row(i)))) {
                selection[n++] = batch.row(i);
            }
        }
        ChangeBatch added = n == batch.size() ? batch : batch.withSelection(selection, n);
        return batch.kinds() == null ? added : added.withKinds(null);
    }

    /** Rows that came at the end of a tick may be of any position in it; their effect goes out under its last. */
    private ChangeBatch atTickEnd(ChangeBatch batch) {
        if (batch.rows() == 0 || batch.position(0) >= complete - 1) {
            return batch;
        }
        long[] positions = new long[batch.rows()];
        for (int row = 0; row < positions.length; row++) {
            positions[row] = Math.max(complete - 1, batch.position(row));
        }
        return ChangeBatch.of(
                batch.rows(), batch.columns().toArray(new Column[0]), batch.kinds(), positions, batch.watermarks());
    }

    @Override
    public long lateRows() {
        return lateRows.count();
    }

    @Override
    public long unknownRetractions() {
        long kept = 0;
        for (TreeMap<Long, Open> some : each()) {
            kept += some.values().stream()
                    .mapToLong(window -> window.pane().unknownRetractions())
                    .sum();
        }
        return unknownRetractions + kept;
    }

    private List<TreeMap<Long, Open>> each() {
        return List.of(open, revised);
    }

    @Override
    public long stateBytes() {
        long bytes = 0;
        for (TreeMap<Long, Open> some : each()) {
            bytes += some.values().stream()
                    .mapToLong(window -> window.pane().bytes())
                    .sum();
        }
        return bytes;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        lateRows.snapshot(first, last, writer);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        writer.writeLong(emittedWatermark);
        writer.writeLong(complete);
        writer.writeLong(earlyTimes.reached());
        for (RoundInput input : inputs) {
            writer.writeLong(input.watermark());
        }
        for (TreeMap<Long, Open> some : each()) {
            writer.writeLong(some.size());
            some.forEach((end, window) -> {
                writer.writeLong(end);
                writer.writeLong(window.start());
                window.pane().snapshot(first, last, writer);
            });
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "windows");
        lateRows.restore(reader);
        unknownRetractions += reader.readLong();
        emittedWatermark = Math.max(emittedWatermark, reader.readLong());
        complete = Math.max(complete, reader.readLong());
        earlyTimes.restore(reader.readLong());
        for (RoundInput input : inputs) {
            input.restoreWatermark(reader.readLong());
        }
        for (TreeMap<Long, Open> some : each()) {
            for (long left = reader.readLong(); left > 0; left--) {
                long end = reader.readLong();
                long start = reader.readLong();
                pane(some, start, end, 0).restore(reader);
            }
        }
    }
}
