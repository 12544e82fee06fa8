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
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.watermark.WatermarkRuns;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    /** The rows so far of the last position, of which more may come. */
    private final List<ChangeBatch> last = new ArrayList<>();

    private Watermarks watermarks = Watermarks.absent();
    private WatermarkRuns round = new WatermarkRuns(Watermarks.NONE);
    private long emittedWatermark = Watermarks.NONE;

    /**
     * @param operators makes the operator of the body, which sees the rows of a position as one tick
     * @param zone the session's time zone
     */
    public CompleteWindowsOperator(Windowed node, Supplier<Operator> operators, ZoneId zone) {
        schema = node.schema();
        this.operators = operators;
        this.zone = zone;
        grouping = node.body() instanceof GroupAggregate aggregate ? aggregate : null;
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        round.add(batch);
        watermarks = round.build();
        int size = batch.size();
        if (size == 0) {
            return;
        }
        int from = last.isEmpty() ? 0 : endOf(batch, 0, lastPosition());
        if (from > 0) {
            last.add(rows(batch, 0, from));
        }
        if (from == size) {
            return;
        }
        release(tick, output);
        int to = size - 1;
        long position = batch.position(batch.row(to));
        while (to > from && batch.position(batch.row(to - 1)) == position) {
            to--;
        }
        if (to > from) {
            apply(batch, from, to, tick, output);
        }
        last.add(rows(batch, to, size));
    }

    private long lastPosition() {
        return last.get(0).position(last.get(0).row(0));
    }

    /** Where the rows of a batch end, from {@code from} on, that have the position. */
    private static int endOf(ChangeBatch batch, int from, long position) {
        int end = from;
        while (end < batch.size() && batch.position(batch.row(end)) == position) {
            end++;
        }
        return end;
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        if (!last.isEmpty() && lastPosition() < position) {
            release(tick, output);
        }
        endRound(output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        release(tick, output);
        endRound(output);
    }

    private void endRound(Output output) {
        if (watermarks.after() > emittedWatermark) {
            output.emit(new BatchBuilder(schema).build(watermarks));
            emittedWatermark = watermarks.after();
        }
        round = new WatermarkRuns(round.watermark());
    }

    /** All rows of the last position have come. */
    private void release(Tick tick, Output output) {
        if (last.isEmpty()) {
            return;
        }
        long position = lastPosition();
        if (grouping != null) {
            WindowGroups groups = new WindowGroups(grouping, zone);
            last.forEach(groups::add);
            groups.emit(position, changes -> emit(changes, output));
        } else {
            Operator operator = operators.get();
            last.forEach(rows -> operator.receive(0, rows, tick, changes -> emit(changes, output)));
            operator.endTick(position + 1, tick, changes -> emit(changes, output));
        }
        last.clear();
    }

    /** The rows {@code from} to {@code to - 1} of a batch, which are of whole positions. */
    private void apply(ChangeBatch batch, int from, int to, Tick tick, Output output) {
        if (grouping != null) {
            // No group has rows of two positions, since the window is among its keys.
            new WindowGroups(grouping, zone).revise(rows(batch, from, to), changes -> emit(changes, output));
            return;
        }
        int start = from;
        while (start < to) {
            int end = Math.min(to, endOf(batch, start, batch.position(batch.row(start))));
            last.add(rows(batch, start, end));
            release(tick, output);
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
        if (batch.size() > 0) {
            output.emit(batch.withWatermarks(watermarks));
            emittedWatermark = watermarks.after();
        }
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(round.watermark());
        writer.writeLong(emittedWatermark);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "windows that are complete");
        round = new WatermarkRuns(Math.max(round.watermark(), reader.readLong()));
        emittedWatermark = Math.max(emittedWatermark, reader.readLong());
    }
}
