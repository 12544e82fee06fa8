// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.ColumnGather;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Puts the start, the end and the last event time of its window behind each row. A row that may be in several windows goes out once for each, as an insertion or a
 * deletion: an update may move it from some windows to others.
 *
 * <p>A NULL as event time fails its position.
 */
public final class AssignWindowsOperator implements Operator {

    private final int timeColumn;
    private final EventTime eventTime;
    private final LocalTime localTime;
    private final WindowsOfTime windows;
    private final WindowTime windowTime;
    private final boolean oneEach;

    public AssignWindowsOperator(AssignWindows node) {
        timeColumn = node.timeColumn();
        eventTime = new EventTime(node.input().schema().type(timeColumn));
        localTime = new LocalTime(node.windows().zone());
        windows = new WindowsOfTime(node.windows());
        windowTime = new WindowTime(eventTime.resolution(), localTime);
        oneEach = node.windows().isPartition();
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        LongColumn times = batch.longs(timeColumn);
        int failed = eventTime.firstNull(batch, times);
        ChangeBatch sound = failed < 0 ? batch : EventTime.before(batch, failed);
        if (sound.size() > 0) {
            output.emit(oneEach ? withWindow(sound, times.values()) : expanded(sound, times.values()));
        } else if (batch.watermarks().after() != Watermarks.NONE) {
            output.emit(withColumns(sound, new long[sound.rows()], new long[sound.rows()], new long[sound.rows()]));
        }
        if (failed >= 0) {
            throw EventTime.failure(batch, failed);
        }
    }

    private ChangeBatch withWindow(ChangeBatch batch, long[] times) {
        long[] starts = new long[batch.rows()];
        long[] ends = new long[batch.rows()];
        long[] last = new long[batch.rows()];
        // Rows of one window come mostly one after the other.
        long start = 0;
        long end = 0;
        long time = 0;
        boolean known = false;
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            long local = localTime.of(eventTime.micros(times[row]));
            if (!known || local < start || local >= end) {
                windows.load(local);
                start = windows.start(0);
                end = windows.end(0);
                time = windowTime.of(end);
                known = true;
            }
            starts[row] = start;
            ends[row] = end;
            last[row] = time;
        }
        return withColumns(batch, starts, ends, last);
    }

    private static ChangeBatch withColumns(ChangeBatch batch, long[] starts, long[] ends, long[] last) {
        int columns = batch.columnCount();
        Column[] all = batch.columns().toArray(new Column[columns + AssignWindows.ADDED_COLUMNS]);
        all[columns] = new LongColumn(starts, null);
        all[columns + 1] = new LongColumn(ends, null);
        all[columns + 2] = new LongColumn(last, null);
        return batch.withColumns(all);
    }

    private ChangeBatch expanded(ChangeBatch batch, long[] times) {
        int capacity = 2 * batch.size();
        int[] rows = new int[capacity];
        long[] starts = new long[capacity];
        long[] ends = new long[capacity];
        int n = 0;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            int count = windows.load(localTime.of(eventTime.micros(times[row])));
            if (n + count > rows.length) {
                capacity = 2 * (n + count);
                rows = Arrays.copyOf(rows, capacity);
                starts = Arrays.copyOf(starts, capacity);
                ends = Arrays.copyOf(ends, capacity);
            }
            for (int w = 0; w < count; w++) {
                rows[n] = row;
                starts[n] = windows.start(w);
                ends[n++] = windows.end(w);
            }
        }
        int columns = batch.columnCount();
        Column[] all = new Column[columns + AssignWindows.ADDED_COLUMNS];
        for (int c = 0; c < columns; c++) {
            all[c] = ColumnGather.gather(batch.column(c), rows, n);
        }
        long[] last = new long[n];
        for (int i = 0; i < n; i++) {
            last[i] = windowTime.of(ends[i]);
        }
        all[columns] = new LongColumn(starts, null);
        all[columns + 1] = new LongColumn(ends, null);
        all[columns + 2] = new LongColumn(last, null);
        return ChangeBatch.of(n, all, kinds(batch, rows, n), positions(batch, rows, n), batch.watermarks());
    }

    private static byte @Nullable [] kinds(ChangeBatch batch, int[] rows, int n) {
        byte[] of = batch.kinds();
        if (of == null) {
            return null;
        }
        byte[] kinds = new byte[n];
        for (int i = 0; i < n; i++) {
            kinds[i] = RowKind.isRetraction(of[rows[i]]) ? RowKind.MINUS_D : RowKind.PLUS_I;
        }
        return kinds;
    }

    private static long[] positions(ChangeBatch batch, int[] rows, int n) {
        long[] positions = new long[n];
        for (int i = 0; i < n; i++) {
            positions[i] = batch.position(rows[i]);
        }
        return positions;
    }
}
