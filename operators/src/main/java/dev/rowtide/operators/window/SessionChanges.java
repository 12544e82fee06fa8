// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.state.GivenUpRows;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/** Rows that go out, or are taken back, with the session that they are in, until the end of the round. */
final class SessionChanges {

    private static final int SIZE_MIN = 64;

    private final RowStore rows;
    private final GivenUpRows givenUp;
    private final int columns;
    private final LocalTime localTime;
    private final long gap;
    private final long resolution;

    private int[] numbers = new int[SIZE_MIN];
    private byte[] kinds = new byte[SIZE_MIN];
    private long[] first = new long[SIZE_MIN];
    private long[] last = new long[SIZE_MIN];
    private long[] positions = new long[SIZE_MIN];
    private int count;

    SessionChanges(RowStore rows, int columns, LocalTime localTime, long gap, long resolution) {
        this.rows = rows;
        givenUp = new GivenUpRows(rows);
        this.columns = columns;
        this.localTime = localTime;
        this.gap = gap;
        this.resolution = resolution;
    }

    /**
     * Adds a change.
     *
     * @param firstTime the earliest time of the session
     * @param lastTime the latest
     */
    void add(int row, byte kind, long firstTime, long lastTime, long position) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            kinds = Arrays.copyOf(kinds, 2 * count);
            first = Arrays.copyOf(first, 2 * count);
            last = Arrays.copyOf(last, 2 * count);
            positions = Arrays.copyOf(positions, 2 * count);
        }
        numbers[count] = row;
        kinds[count] = kind;
        first[count] = firstTime;
        last[count] = lastTime;
        positions[count++] = position;
    }

    /** Gives a row up once all has gone out. */
    void free(int row) {
        givenUp.add(row);
    }

    /** Whether so many changes wait that they are to be put out. */
    boolean isFull() {
        return count >= ChangeBatch.ROWS_MAX;
    }

    /** Puts all out; whether there was anything. */
    boolean flush(Watermarks watermarks, Output output) {
        boolean any = count > 0;
        for (int from = 0; from < count; from += ChangeBatch.ROWS_MAX) {
            emit(from, Math.min(count, from + ChangeBatch.ROWS_MAX), watermarks, output);
        }
        givenUp.free();
        count = 0;
        return any;
    }

    private void emit(int from, int to, Watermarks watermarks, Output output) {
        int n = to - from;
        int[] part = Arrays.copyOfRange(numbers, from, to);
        Column[] all = new Column[columns + AssignWindows.ADDED_COLUMNS];
        for (int c = 0; c < columns; c++) {
            all[c] = rows.column(c, part, n);
        }
        long[] starts = new long[n];
        long[] ends = new long[n];
        long[] times = new long[n];
        boolean insertsOnly = true;
        for (int i = 0; i < n; i++) {
            starts[i] = localTime.of(first[from + i]);
            ends[i] = localTime.of(last[from + i] + gap);
            times[i] = last[from + i] + gap - resolution;
            insertsOnly &= kinds[from + i] == RowKind.PLUS_I;
        }
        all[columns] = new LongColumn(starts, null);
        all[columns + 1] = new LongColumn(ends, null);
        all[columns + 2] = new LongColumn(times, null);
        byte[] kindsOfPart = insertsOnly ? null : Arrays.copyOfRange(kinds, from, to);
        output.emit(ChangeBatch.of(n, all, kindsOfPart, Arrays.copyOfRange(positions, from, to), watermarks));
    }
}
