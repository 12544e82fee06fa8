// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.aggregate.WindowGroups;
import dev.rowtide.operators.change.WholePositions;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Windows of which all rows come at one position, as they do behind an operator that completes windows: the rows of each position are given to a fresh operator as a tick,
 * and its result goes out under that position. Nothing is kept.
 */
public final class CompleteWindowsOperator implements Operator {

    private static final long FORMAT = 1;

    private final Schema schema;
    private final Supplier<Operator> operators;
    private final @Nullable GroupAggregate grouping;
    private final ZoneId zone;
    private final WholePositions positions;
    private Watermarks watermarks = Watermarks.absent();
    private WatermarkRuns round = new WatermarkRuns(Watermarks.NONE);
    private long emittedWatermark = Watermarks.NONE;

    /**
     * @param operators makes the operator of the body, which sees the rows of a position as one tick
     * @param zone the session's time zone
     */
    public CompleteWindowsOperator(Windowed node, Supplier<Operator> operators, ZoneId zone) {
        schema = node.schema();
        this.zone = zone;
        grouping = node.body() instanceof GroupAggregate aggregate ? aggregate : null;
        this.operators = operators;
        positions = new WholePositions(node.inputs().get(0).schema());
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        round.add(batch);
        watermarks = round.build();
        positions.receive(batch, (part, from, to) -> apply(part, from, to, tick, output));
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        positions.advance(position, (part, from, to) -> apply(part, from, to, tick, output));
        passOn(output);
        round = new WatermarkRuns(round.watermark());
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        positions.release((part, from, to) -> apply(part, from, to, tick, output));
        passOn(output);
        round = new WatermarkRuns(round.watermark());
    }

    private void passOn(Output output) {
        if (watermarks.after() > emittedWatermark) {
            emit(new BatchBuilder(schema).build(watermarks), output);
        }
    }

    private void apply(ChangeBatch batch, int from, int to, Tick tick, Output output) {
        if (grouping != null) {
            // No group has rows of two positions, since the window is among its keys.
            new WindowGroups(grouping, zone).revise(rows(batch, from, to), changes -> emit(changes, output));
            return;
        }
        int start = from;
        while (start < to) {
            long position = batch.position(batch.row(start));
            int end = start + 1;
            while (end < to && batch.position(batch.row(end)) == position) {
                end++;
            }
            Operator operator = operators.get();
            operator.receive(0, rows(batch, start, end), tick, emitted -> emit(emitted, output));
            operator.endTick(position + 1, tick, emitted -> emit(emitted, output));
            start = end;
        }
    }

    private static ChangeBatch rows(ChangeBatch batch, int from, int to) {
        if (from == 0 && to == batch.size()) {
            return batch.withWatermarks(Watermarks.absent());
        }
        int[] selection;
        int[] of = batch.selection();
        if (of != null) {
            selection = Arrays.copyOfRange(of, from, to);
        } else {
            selection = new int[to - from];
            Arrays.setAll(selection, i -> from + i);
        }
        return batch.withSelection(selection, to - from).withWatermarks(Watermarks.absent());
    }

    private void emit(ChangeBatch batch, Output output) {
        if (batch.size() > 0 || batch.watermarks() == watermarks) {
            output.emit(batch.withWatermarks(watermarks));
            emittedWatermark = watermarks.after();
        }
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(first == 0 ? round.watermark() : Watermarks.NONE);
        writer.writeLong(first == 0 ? emittedWatermark : Watermarks.NONE);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "windows that are complete");
        round = new WatermarkRuns(Math.max(round.watermark(), reader.readLong()));
        emittedWatermark = Math.max(emittedWatermark, reader.readLong());
    }
}
