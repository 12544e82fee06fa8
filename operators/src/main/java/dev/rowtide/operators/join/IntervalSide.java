// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.window.EventTime;
import java.util.Arrays;
import java.util.List;

/** The rows of one input of an interval join that can still meet others: by key, in the order of their times. */
final class IntervalSide {

    private static final int KEY = 0;
    private static final int FLAGS = 1;
    private static final int EXTRA_WORDS = 2;
    private static final long MATCHED = 1;
    private static final long LATE = 2;

    private final int input;
    private final Schema schema;
    private final int timeColumn;
    private final EventTime eventTime;
    private final long nearest;
    private final long farthest;
    private final TimedKeys keys;
    private final RowStore rows;
    private final OrderedRows lists;
    private final Behind behind = new Behind();

    private int[] found = new int[64];
    private int[] removed = new int[16];
    private int removedCount;

    /** Goes to the first row from a time on. */
    private final class Behind implements OrderedRows.Descent {
        private long time;

        @Override
        public int turn(int row, int left) {
            return rows.word(row, timeColumn) < time ? 1 : -1;
        }
    }

    /**
     * @param nearest from the time of a row to the first time of one that it meets, in the stored unit
     * @param farthest to the last time
     */
    IntervalSide(int input, Schema schema, int timeColumn, long nearest, long farthest, TimedKeys keys) {
        this.input = input;
        this.schema = schema;
        this.timeColumn = timeColumn;
        this.nearest = nearest;
        this.farthest = farthest;
        this.keys = keys;
        eventTime = new EventTime(schema.type(timeColumn));
        rows = new RowStore(schema, EXTRA_WORDS);
        lists = new OrderedRows(new RowOrder(schema, List.of(new SortKey(timeColumn, false, true)), rows));
    }

    RowStore rows() {
        return rows;
    }

    /** Whether a row says no time. */
    boolean isTimeless(int number) {
        return rows.isNull(number, timeColumn);
    }

    /** The time of a row, in microseconds. */
    long time(int number) {
        return eventTime.ceilingMicros(rows.word(number, timeColumn));
    }

    /** The last time, in microseconds, of a row that a row meets. */
    long lastMatch(int number) {
        return eventTime.ceilingMicros(plus(rows.word(number, timeColumn), farthest));
    }

    /** Finds the rows of a key that a row of the other side meets; how many they are. They are {@link #found}, in the order of their times. */
    int find(int key, IntervalSide other, int number) {
        int root = keys.root(input, key);
        if (root == 0) {
            return 0;
        }
        long time = other.rows.word(number, other.timeColumn);
        behind.time = plus(time, other.nearest);
        int from = lists.descend(root, behind);
        long last = plus(time, other.farthest);
        behind.time = last + 1;
        int to = last == Long.MAX_VALUE ? size(key) : lists.descend(root, behind);
        int count = Math.max(0, to - from);
        if (found.length < count) {
            found = new int[Math.max(count, 2 * found.length)];
        }
        lists.rows(root, from, from + count, found);
        return count;
    }

    int[] found() {
        return found;
    }

    /** Puts a stored row into the list of its key. */
    void add(int key, int number, long arrival) {
        rows.setExtra(number, KEY, key);
        keys.setRoot(input, key, lists.insert(keys.root(input, key), number, arrival), 1);
    }

    /** Takes a row out of its list. */
    void remove(int number) {
        int key = (int) rows.extra(number, KEY);
        keys.setRoot(input, key, lists.remove(keys.root(input, key), number), -1);
        discard(number);
    }

    /** Marks a row that is in no list to be freed by {@link #freeRemoved}. */
    void discard(int number) {
        if (removedCount == removed.length) {
            removed = Arrays.copyOf(removed, removedCount * 2);
        }
        removed[removedCount++] = number;
    }

    /** Frees the rows that were taken out, once no result refers to them. */
    void freeRemoved() {
        for (int i = 0; i < removedCount; i++) {
            rows.free(removed[i]);
        }
        removedCount = 0;
    }

    /** Notes that a row has a match; whether it is the first. */
    boolean isFirstMatch(int number) {
        long flags = rows.extra(number, FLAGS);
        rows.setExtra(number, FLAGS, flags | MATCHED);
        return (flags & MATCHED) == 0;
    }

    boolean hasMatch(int number) {
        return (rows.extra(number, FLAGS) & MATCHED) != 0;
    }

    /** Notes that a row came when all that it could have met were over. */
    void setLate(int number) {
        rows.setExtra(number, FLAGS, LATE);
    }

    boolean isLate(int number) {
        return (rows.extra(number, FLAGS) & LATE) != 0;
    }

    /** A batch of one stored row. */
    ChangeBatch batch(int number, long position) {
        int[] one = {number};
        Column[] columns = new Column[schema.size()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = rows.column(c, one, 1);
        }
        return ChangeBatch.inserts(1, columns, position, Watermarks.absent());
    }

    /** Writes the rows of a key. */
    void write(int key, StateWriter writer) {
        int size = size(key);
        int[] numbers = new int[size];
        lists.rows(keys.root(input, key), 0, size, numbers);
        writer.writeLong(size);
        for (int number : numbers) {
            rows.write(number, writer);
            writer.writeLong(lists.arrival(number));
        }
    }

    private int size(int key) {
        return lists.descend(keys.root(input, key), (row, left) -> 1);
    }

    /** Takes the numbers of rows that were read, and the order in which they came. */
    interface Restored {
        void accept(int number, long arrival);
    }

    /** Reads what {@link #write} wrote. */
    void read(int key, StateReader reader, Restored restored) {
        for (long left = reader.readLong(); left > 0; left--) {
            int number = rows.read(reader);
            long arrival = reader.readLong();
            add(key, number, arrival);
            restored.accept(number, arrival);
        }
    }

    long bytes() {
        return rows.bytes() + lists.bytes();
    }

    /** The sum, or what is nearest to it. */
    static long plus(long time, long distance) {
        long sum = time + distance;
        return ((time ^ sum) & (distance ^ sum)) < 0 ? (time < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}
