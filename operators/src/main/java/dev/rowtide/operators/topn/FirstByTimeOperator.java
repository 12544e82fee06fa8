// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.core.plan.TopN;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.RoundInput;
import dev.rowtide.operators.state.DueRows;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Partitions;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.window.EventTime;
import dev.rowtide.operators.window.LateRows;
import dev.rowtide.operators.window.RoundWatermarks;
import java.util.Arrays;
import java.util.List;

/**
 * The first row of each key by event time, once and for good: the earliest so far waits until the watermark reaches its time, since an earlier one may come until then. Of rows of
 * one time it is the one that came first. A row without a time comes before all others. A row that the watermark had passed is late.
 */
public final class FirstByTimeOperator implements Operator {

    private static final long FORMAT = 2;

    /** In the place of a waiting row's number plus 1: the first row went out. */
    private static final int DONE = -1;

    private static final int REPLACED = 0;
    private static final int ARRIVAL = 1;
    private static final int EXTRA_WORDS = 2;

    private final Schema schema;
    private final int timeColumn;
    private final EventTime eventTime;
    private final Partitions partitions;
    private final RowStore rows;
    private final DueRows waiting = new DueRows();
    private final RoundInput input = new RoundInput();
    private final RoundWatermarks watermarks = new RoundWatermarks();
    private final LateRows lateRows;

    private int[] keyOf = {};
    private int[] located = {};
    private long arrivals;
    private long complete;

    // The rows to go out.
    private int[] numbers = new int[64];
    private long[] positions = new long[64];
    private int count;
    private boolean emitted;

    /** @throws IllegalArgumentException if the node is not one in event time */
    public FirstByTimeOperator(TopN node, OperatorSettings settings) {
        if (!node.inEventTime()) {
            throw new IllegalArgumentException("not in event time: " + node);
        }
        schema = node.input().schema();
        timeColumn = node.order().get(0).column();
        eventTime = new EventTime(schema.type(timeColumn));
        partitions = new Partitions(
                schema,
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray(),
                StateTtl.FOREVER);
        rows = new RowStore(schema, EXTRA_WORDS);
        lateRows = new LateRows(List.of(schema), settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        this.input.add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        watermarks.begin(
                RoundWatermarks.of(input.watermarks(), WindowColumns.Clock.EVENT_TIME, eventTime.resolution(), tick),
                complete);
        emitted = false;
        for (ChangeBatch batch : input.batches()) {
            take(batch, output);
        }
        input.endRound();
        reach(watermarks.after(), output);
        flush(output);
        if (!emitted && watermarks.all().runs() > 0) {
            emit(0, output);
        }
        partitions.giveUpEmpty();
        complete = Math.max(complete, position);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    private void take(ChangeBatch batch, Output output) {
        if (located.length < batch.size()) {
            located = new int[batch.size()];
        }
        partitions.locate(batch, located, 0);
        LongColumn times = batch.longs(timeColumn);
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            long position = batch.position(row);
            long watermark = watermarks.before(position);
            if (!waiting.isEmpty() && waiting.due() <= watermark) {
                reach(watermark, output);
            }
            if (partitions.root(located[i]) != DONE) {
                take(batch, row, located[i], times, watermark, output);
            }
        }
    }

    private void take(ChangeBatch batch, int row, int key, LongColumn times, long watermark, Output output) {
        boolean timeless = times.isNull(row);
        if (!timeless && eventTime.ceilingMicros(times.values()[row]) < watermark) {
            lateRows.leaveOut(0, batch, row, watermark, "an earlier row could have gone out");
            partitions.noteEmpty(key);
            return;
        }
        int before = partitions.root(key) - 1;
        if (before >= 0) {
            if (!timeless && times.values()[row] >= rows.word(before, timeColumn)) {
                return;
            }
            rows.setExtra(before, REPLACED, 1);
        }
        int number = rows.add(batch, row);
        if (timeless) {
            partitions.setRoot(key, DONE, before >= 0 ? 0 : 1);
            add(number, Math.max(batch.position(row), complete - 1), output);
        } else {
            await(key, number, ++arrivals, watermark);
            partitions.setRoot(key, number + 1, before >= 0 ? 0 : 1);
        }
    }

    /** A row at the watermark waits for the next one, so that the order in which rows of its time come decides. */
    private void await(int key, int number, long arrival, long watermark) {
        if (number >= keyOf.length) {
            keyOf = Arrays.copyOf(keyOf, Math.max(64, 2 * number));
        }
        keyOf[number] = key;
        rows.setExtra(number, ARRIVAL, arrival);
        long time = eventTime.ceilingMicros(rows.word(number, timeColumn));
        waiting.add(time == watermark ? time + 1 : time, arrival, number);
    }

    private void reach(long watermark, Output output) {
        while (!waiting.isEmpty() && waiting.due() <= watermark) {
            int number = waiting.row();
            if (rows.extra(number, REPLACED) != 0) {
                rows.free(number);
            } else {
                partitions.setRoot(keyOf[number], DONE, 0);
                add(number, watermarks.emittedAt(watermarks.reaches(waiting.due())), output);
            }
            waiting.remove();
        }
    }

    private void add(int number, long position, Output output) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            positions = Arrays.copyOf(positions, 2 * count);
        }
        numbers[count] = number;
        positions[count++] = position;
        if (count == ChangeBatch.ROWS_MAX) {
            flush(output);
        }
    }

    private void flush(Output output) {
        if (count > 0) {
            emit(count, output);
            for (int i = 0; i < count; i++) {
                rows.free(numbers[i]);
            }
            count = 0;
        }
    }

    private void emit(int n, Output output) {
        Column[] columns = new Column[schema.size()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = rows.column(c, numbers, n);
        }
        output.emit(ChangeBatch.of(n, columns, null, Arrays.copyOf(positions, n), watermarks.all()));
        emitted = true;
    }

    @Override
    public long lateRows() {
        return lateRows.count();
    }

    @Override
    public long stateBytes() {
        return partitions.bytes() + rows.bytes() + waiting.bytes() + (long) keyOf.length * Integer.BYTES;
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        lateRows.snapshot(first, last, writer);
        writer.writeLong(first == 0 ? input.watermark() : Watermarks.NONE);
        writer.writeLong(arrivals);
        writer.writeLong(complete);
        for (int key : partitions.writeExtent(first, last, writer)) {
            int root = partitions.root(key);
            partitions.writeKey(key, writer);
            writer.writeLong(root == DONE ? 1 : 0);
            if (root != DONE) {
                rows.write(root - 1, writer);
            }
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "first rows by time");
        lateRows.restore(reader);
        input.restoreWatermark(reader.readLong());
        arrivals = Math.max(arrivals, reader.readLong());
        complete = Math.max(complete, reader.readLong());
        for (long left = partitions.readExtent(reader); left > 0; left--) {
            int key = partitions.readKey(reader);
            if (reader.readLong() != 0) {
                partitions.setRoot(key, DONE, 1);
            } else {
                int number = rows.read(reader);
                await(key, number, rows.extra(number, ARRIVAL), input.watermark());
                partitions.setRoot(key, number + 1, 1);
            }
        }
    }
}
