// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignWindows;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.state.RowStore;
import java.util.Arrays;

/** The rows of sessions that are over, until they go out together. Those of a session stand in the order in which they came. */
final class SessionRows {

    private final RowStore rows;
    private final int columns;
    private final LocalTime localTime;
    private final long gap;
    private final long resolution;

    private int[] numbers = new int[64];
    private long[] arrivals = new long[64];
    private long[] starts = new long[64];
    private long[] ends = new long[64];
    private long[] times = new long[64];
    private long[] positions = new long[64];
    private int count;
    private int emitted;

    SessionRows(RowStore rows, int columns, LocalTime localTime, long gap, long resolution) {
        this.rows = rows;
        this.columns = columns;
        this.localTime = localTime;
        this.gap = gap;
        this.resolution = resolution;
    }

    /** Adds a row of the session that is over. */
    void add(int row, long arrival) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * count);
            arrivals = Arrays.copyOf(arrivals, 2 * count);
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            times = Arrays.copyOf(times, 2 * count);
            positions = Arrays.copyOf(positions, 2 * count);
        }
        numbers[count] = row;
        arrivals[count++] = arrival;
    }

    /**
     * The rows added last are a session.
     *
     * @param added how many
     * @param first the time of the earliest
     * @param last the time of the latest
     */
    void endSession(int added, long first, long last, long position) {
        int from = count - added;
        sort(from);
        Arrays.fill(starts, from, count, localTime.of(first));
        Arrays.fill(ends, from, count, localTime.of(last + gap));
        Arrays.fill(times, from, count, last + gap - resolution);
        Arrays.fill(positions, from, count, position);
    }

    /** Rows mostly came in their order, unless sessions were merged. */
    private void sort(int from) {
        boolean sorted = true;
        for (int i = from + 1; i < count; i++) {
            sorted &= arrivals[i - 1] < arrivals[i];
        }
        if (sorted) {
            return;
        }
        Integer[] order = new Integer[count - from];
        Arrays.setAll(order, i -> from + i);
        Arrays.sort(order, (a, b) -> Long.compare(arrivals[a], arrivals[b]));
        int[] sortedNumbers = Arrays.stream(order).mapToInt(i -> numbers[i]).toArray();
        System.arraycopy(sortedNumbers, 0, numbers, from, sortedNumbers.length);
    }

    /** The rows that {@link #flush} put out last. */
    int count() {
        return emitted;
    }

    /** Puts all rows out and gives them up. */
    void flush(Watermarks watermarks, Output output) {
        for (int from = 0; from < count; from += ChangeBatch.ROWS_MAX) {
            emit(from, Math.min(count, from + ChangeBatch.ROWS_MAX), watermarks, output);
        }
        for (int i = 0; i < count; i++) {
            rows.free(numbers[i]);
        }
        emitted = count;
        count = 0;
    }

    private void emit(int from, int to, Watermarks watermarks, Output output) {
        int n = to - from;
        int[] part = Arrays.copyOfRange(numbers, from, to);
        Column[] all = new Column[columns + AssignWindows.ADDED_COLUMNS];
        for (int c = 0; c < columns; c++) {
            all[c] = rows.column(c, part, n);
        }
        all[columns] = new LongColumn(Arrays.copyOfRange(starts, from, to), null);
        all[columns + 1] = new LongColumn(Arrays.copyOfRange(ends, from, to), null);
        all[columns + 2] = new LongColumn(Arrays.copyOfRange(times, from, to), null);
        output.emit(ChangeBatch.of(n, all, null, Arrays.copyOfRange(positions, from, to), watermarks));
    }
}
