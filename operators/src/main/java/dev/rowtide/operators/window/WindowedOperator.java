// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.GroupAggregate;
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
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Keeps a pane per open window and puts its result out when the watermark of all inputs reaches the window's last event time, under the position that raised it: windows
 * that one position completes go out in the order of their ends. A row for a window that was complete before the row's own position is late: it is counted and left
 * out.
 *
 * <p>The rows of a round are taken in before any window of the round goes out: those of a window that are not late all come before it does.
 */
public final class WindowedOperator implements Operator {

    private static final long FORMAT = 1;

    private final Schema schema;
    private final RoundInput[] inputs;
    private final WindowColumns[] columns;
    private final LocalTime localTime;
    private final Supplier<Pane> panes;
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final RowsByWindow rowsByWindow = new RowsByWindow();
    private final RoundWatermarks watermarks = new RoundWatermarks();
    private int[] selected = {};

    /** The position that the input was complete to when it was last looked at. */
    private long complete;

    private long emittedWatermark = Watermarks.NONE;
    private long lateRows;
    private long unknownRetractions;

    /** A window that is not complete. */
    private record Open(long start, Pane pane) {}

    /**
     * @param operators makes the operator of a body that sees the rows of one window as one tick
     * @throws IllegalArgumentException if windows are not complete by event time
     */
    public WindowedOperator(Windowed node, Function<PlanNode, Operator> operators, OperatorSettings settings) {
        columns = node.windows().toArray(WindowColumns[]::new);
        if (columns[0].clock() != WindowColumns.Clock.EVENT_TIME) {
            throw new IllegalArgumentException("not of event time: " + node);
        }
        schema = node.schema();
        inputs = new RoundInput[node.inputs().size()];
        Arrays.setAll(inputs, i -> new RoundInput());
        localTime = new LocalTime(columns[0].zone());
        panes = node.body() instanceof GroupAggregate aggregate
                ? GroupsPane.of(aggregate, columns[0], settings.zone())
                : () -> new RowsPane(node.inputs(), () -> operators.apply(node.body()));
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        inputs[input].add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        Watermarks[] ofInputs =
                Arrays.stream(inputs).map(RoundInput::watermarks).toArray(Watermarks[]::new);
        watermarks.begin(LowestWatermark.of(ofInputs), complete);
        for (int input = 0; input < inputs.length; input++) {
            for (ChangeBatch batch : inputs[input].batches()) {
                if (batch.size() > 0) {
                    take(input, batch);
                }
            }
            inputs[input].endRound();
        }
        fireComplete(tick, output);
        if (watermarks.after() > emittedWatermark) {
            emit(new BatchBuilder(schema).build(watermarks.all()), output);
        }
        complete = Math.max(complete, position);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    private void take(int input, ChangeBatch batch) {
        long[] ends = batch.longs(columns[input].end()).values();
        int n = select(batch, ends);
        if (n == 0) {
            return;
        }
        rowsByWindow.load(selected, n, ends);
        long[] starts = batch.longs(columns[input].start()).values();
        for (int w = 0; w < rowsByWindow.count(); w++) {
            long start = starts[rowsByWindow.row(w)];
            open.computeIfAbsent(rowsByWindow.end(w), end -> new Open(start, panes.get()))
                    .pane()
                    .add(input, rowsByWindow.of(w, batch));
        }
    }

    /** Finds the rows that are not late; how many they are. */
    private int select(ChangeBatch batch, long[] ends) {
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
            if (i == 0 || ends[row] != end) {
                end = ends[row];
                last = last(end);
            }
            if (last <= watermarks.after() && last <= watermarks.before(batch.position(row))) {
                lateRows++;
            } else {
                selected[n++] = row;
            }
        }
        return n;
    }

    /** The last event time of a window. */
    private long last(long end) {
        return localTime.instantOf(end) - columns[0].resolution();
    }

    private void fireComplete(Tick tick, Output output) {
        while (!open.isEmpty()) {
            Map.Entry<Long, Open> first = open.firstEntry();
            long last = last(first.getKey());
            if (last > watermarks.after()) {
                return;
            }
            long position = watermarks.reaches(last, complete) - 1;
            open.remove(first.getKey());
            Pane pane = first.getValue().pane();
            try {
                pane.fire(first.getValue().start(), first.getKey(), position, tick, batch -> emit(batch, output));
            } catch (RowFailure e) {
                throw new RowFailure(position, e.error());
            }
            unknownRetractions += pane.unknownRetractions();
        }
    }

    private void emit(ChangeBatch batch, Output output) {
        output.emit(batch.withWatermarks(watermarks.all()));
        emittedWatermark = watermarks.after();
    }

    @Override
    public long lateRows() {
        return lateRows;
    }

    @Override
    public long unknownRetractions() {
        return unknownRetractions
                + open.values().stream()
                        .mapToLong(window -> window.pane().unknownRetractions())
                        .sum();
    }

    @Override
    public long stateBytes() {
        return open.values().stream().mapToLong(window -> window.pane().bytes()).sum();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? lateRows : 0);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        writer.writeLong(first == 0 ? emittedWatermark : Watermarks.NONE);
        writer.writeLong(complete);
        writer.writeLong(inputs.length);
        for (RoundInput input : inputs) {
            writer.writeLong(first == 0 ? input.watermark() : Watermarks.NONE);
        }
        writer.writeLong(open.size());
        open.forEach((end, window) -> {
            writer.writeLong(end);
            writer.writeLong(window.start());
            window.pane().snapshot(first, last, writer);
        });
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "windows");
        lateRows += reader.readLong();
        unknownRetractions += reader.readLong();
        emittedWatermark = Math.max(emittedWatermark, reader.readLong());
        complete = Math.max(complete, reader.readLong());
        reader.readLong();
        for (RoundInput input : inputs) {
            input.restoreWatermark(reader.readLong());
        }
        for (long left = reader.readLong(); left > 0; left--) {
            long end = reader.readLong();
            long start = reader.readLong();
            open.computeIfAbsent(end, ignored -> new Open(start, panes.get()))
                    .pane()
                    .restore(reader);
        }
    }
}
