// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.temporal;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RowLists;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows that something happens to at a time: found by all their columns, and by the time, of equal times in the order in which the rows came. Of equal rows the one that
 * came first is removed first.
 *
 * <p>Behind its columns a row has the time of what happens next, the time when it leaves, and the number of its arrival. The times are microseconds since the epoch. Behind
 * the heap of times nothing is removed but what is due: entries of rows that are gone are passed over, and swept when they are most.
 */
final class TimedRows {

    static final int ADDED = 3;
    static final int NEXT = 0;
    static final int UNTIL = 1;
    static final int ARRIVAL = 2;

    /** What {@link #remove} tells: no such row, one still to come, one that is there. */
    static final int UNKNOWN = 0;

    static final int TO_COME = 1;
    static final int IN = 2;

    private static final long FORMAT = 1;

    /** The number of no arrival. */
    private static final long GONE = 0;

    private static final int NONE = -1;
    private static final int SWEEP_MIN = 1024;

    private final int columns;
    private final RowLists lists;
    private final RowStore rows;
    private final BatchBuilder key;

    // The heap, by time and arrival.
    private long[] times = new long[64];
    private long[] arrivals = new long[64];
    private int[] numbers = new int[64];
    private int size;

    private long arrived;

    /** @param schema of the rows, without what is added */
    TimedRows(Schema schema) {
        columns = schema.size();
        List<Field> fields = new ArrayList<>(schema.fields());
        fields.add(new Field("$next", Type.BIGINT));
        fields.add(new Field("$until", Type.BIGINT));
        fields.add(new Field("$arrival", Type.BIGINT));
        Schema timed = new Schema(fields);
        lists = new RowLists(timed, IntStream.range(0, columns).toArray());
        rows = lists.rows();
        key = new BatchBuilder(timed);
    }

    /** The number of the next arrival. */
    long nextArrival() {
        return ++arrived;
    }

    /** Adds a row of a batch that has what is added to rows. */
    void add(ChangeBatch timed, int row) {
        push(lists.append(lists.locate(timed, row), timed, row));
    }

    /** Removes the first of the rows that are equal to one, but for what was added; what it was. */
    int remove(ChangeBatch timed, int row) {
        int at = lists.locate(timed, row);
        int number = lists.first(at);
        if (number == NONE) {
            return UNKNOWN;
        }
        int state = isToCome(number) ? TO_COME : IN;
        remove(at, number);
        sweep();
        return state;
    }

    /** When something happens next; {@link Long#MAX_VALUE} for never. */
    long nextMicros() {
        dropStale();
        return size == 0 ? Long.MAX_VALUE : times[0];
    }

    /** The number of the next row to which something happens by {@code now}; {@link #enter} or {@link #forget} it. -1 if there is none. */
    int pollDue(long now) {
        dropStale();
        if (size == 0 || times[0] > now) {
            return NONE;
        }
        int number = numbers[0];
        pop();
        return number;
    }

    /** Whether a row is still to come, so that what happens next is that it enters. */
    boolean isToCome(int number) {
        return rows.word(number, columns + NEXT) < until(number);
    }

    /** When a row leaves; {@link Long#MAX_VALUE} if it stays. */
    long until(int number) {
        return rows.word(number, columns + UNTIL);
    }

    /** A row that was to come is there: it is kept if it will leave. */
    void enter(int number) {
        long until = until(number);
        if (until == Long.MAX_VALUE) {
            forget(number);
        } else {
            rows.set(number, columns + NEXT, until, 0);
            push(number);
        }
    }

    /** Forgets a row. */
    void forget(int number) {
        rows.append(number, key);
        key.endRow(RowKind.PLUS_I, 0);
        remove(lists.locate(key.build(Watermarks.absent()), 0), number);
    }

    /** Removes a row, so that its entry in the heap is stale, whether or not its number is used again. */
    private void remove(int at, int number) {
        rows.set(number, columns + ARRIVAL, GONE, 0);
        lists.remove(at, number);
    }

    /** Appends a row's columns. */
    void append(int number, BatchBuilder builder) {
        for (int c = 0; c < columns; c++) {
            rows.append(number, c, builder.column(c));
        }
    }

    private boolean isStale(int entry) {
        return rows.word(numbers[entry], columns + ARRIVAL) != arrivals[entry];
    }

    private void dropStale() {
        while (size > 0 && isStale(0)) {
            pop();
        }
    }

    /** Sweeps the heap when most entries are of rows that are gone. */
    private void sweep() {
        if (size < SWEEP_MIN || size < 2 * rows.size()) {
            return;
        }
        int kept = 0;
        for (int i = 0; i < size; i++) {
            if (!isStale(i)) {
                times[kept] = times[i];
                arrivals[kept] = arrivals[i];
                numbers[kept++] = numbers[i];
            }
        }
        size = kept;
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i, times[i], arrivals[i], numbers[i]);
        }
    }

    private void push(int number) {
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            arrivals = Arrays.copyOf(arrivals, 2 * size);
            numbers = Arrays.copyOf(numbers, 2 * size);
        }
        long time = rows.word(number, columns + NEXT);
        long arrival = rows.word(number, columns + ARRIVAL);
        int hole = size++;
        while (hole > 0 && isBefore(time, arrival, (hole - 1) / 2)) {
            copy((hole - 1) / 2, hole);
            hole = (hole - 1) / 2;
        }
        set(hole, time, arrival, number);
    }

    private void pop() {
        size--;
        sink(0, times[size], arrivals[size], numbers[size]);
    }

    private void sink(int from, long time, long arrival, int number) {
        int hole = from;
        while (2 * hole + 1 < size) {
            int child = 2 * hole + 1;
            if (child + 1 < size && isBefore(times[child + 1], arrivals[child + 1], child)) {
                child++;
            }
            if (!isBefore(times[child], arrivals[child], time, arrival)) {
                break;
            }
            copy(child, hole);
            hole = child;
        }
        set(hole, time, arrival, number);
    }

    private boolean isBefore(long time, long arrival, int entry) {
        return isBefore(time, arrival, times[entry], arrivals[entry]);
    }

    private static boolean isBefore(long time, long arrival, long otherTime, long otherArrival) {
        return time < otherTime || time == otherTime && arrival < otherArrival;
    }

    private void copy(int from, int to) {
        set(to, times[from], arrivals[from], numbers[from]);
    }

    private void set(int entry, long time, long arrival, int number) {
        times[entry] = time;
        arrivals[entry] = arrival;
        numbers[entry] = number;
    }

    /** They are of no key: all of them belong to the first partition. */
    void snapshot(int first, StateWriter writer) {
        writer.writeLong(FORMAT);
        writer.writeLong(arrived);
        writer.writeLong(first == 0 ? 1 : 0);
        if (first == 0) {
            lists.snapshot(0, StateWriter.PARTITIONS - 1, writer);
        }
    }

    void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "rows that are in the result for some time");
        arrived = Math.max(arrived, reader.readLong());
        if (reader.readLong() == 0) {
            return;
        }
        lists.restore(reader);
        for (int at : lists.table().recordsIn(0, StateWriter.PARTITIONS - 1)) {
            for (int number = lists.first(at); number != NONE; number = lists.next(number)) {
                push(number);
            }
        }
    }

    long bytes() {
        return lists.bytes() + (long) times.length * (2 * Long.BYTES + Integer.BYTES);
    }
}
