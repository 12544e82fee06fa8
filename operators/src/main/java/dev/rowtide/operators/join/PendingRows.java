// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.batch.WideColumn;
import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.OwnedColumns;
import java.util.Arrays;

/**
 * A stretch of rows of one input of an interval join, as they came: columns, in no list of any key. Most rows that nothing is ever asked about stay here until their time is over.
 * A row of the other input looks through the stretch for its key; what it finds is {@linkplain #take taken} to where rows are found by key. That is cheaper than a place by key for
 * each row as long as few look.
 */
final class PendingRows {

    private final Column[] columns;
    private final int[] keyColumns;
    private final int rows;
    private final LongColumn times;
    private final long earliest;
    private final long latest;
    private final long firstArrival;
    private final long[] taken;

    private int left;
    private int looks;
    private long due;

    /**
     * Rows without NULL among their times; the numbers of their arrivals follow one another.
     *
     * @param span the first and the last of their times
     */
    PendingRows(Column[] columns, int rows, int timeColumn, Span span, int[] keyColumns, long firstArrival) {
        this.columns = columns;
        this.keyColumns = keyColumns;
        this.rows = rows;
        this.firstArrival = firstArrival;
        times = (LongColumn) columns[timeColumn];
        earliest = span.first();
        latest = span.last();
        due = earliest;
        taken = Nulls.allocate(rows);
        left = rows;
    }

    /** From a time to another, both included, as stored. */
    record Span(long first, long last) {

        /** From the first to the last of some times. */
        static Span of(long[] times, int rows) {
            long first = Long.MAX_VALUE;
            long last = Long.MIN_VALUE;
            for (int row = 0; row < rows; row++) {
                first = Math.min(first, times[row]);
                last = Math.max(last, times[row]);
            }
            return new Span(first, last);
        }
    }

    /** The last of their times, as stored. */
    long latest() {
        return latest;
    }

    /** Whether there are times between two, as far as the first and the last tell. */
    boolean meets(long from, long to) {
        return earliest <= to && latest >= from;
    }

    /** The time up to which rows have to be over before it is worth asking again how many are left. */
    long due() {
        return due;
    }

    void setDue(long time) {
        due = time;
    }

    int rows() {
        return rows;
    }

    /** The rows that were not taken. */
    int left() {
        return left;
    }

    /** All rows as a batch, with their columns. */
    ChangeBatch batch() {
        return ChangeBatch.inserts(rows, columns, 0, Watermarks.absent());
    }

    /** The columns of the rows' keys. */
    Column[] keys() {
        return Arrays.stream(keyColumns).mapToObj(c -> columns[c]).toArray(Column[]::new);
    }

    /** Whether a row was not taken. */
    boolean isLeft(int row) {
        return !Nulls.get(taken, row);
    }

    long time(int row) {
        return times.values()[row];
    }

    long arrival(int row) {
        return firstArrival + row;
    }

    /** Notes that a row of the other input looks through these; how many have. */
    int look() {
        return ++looks;
    }

    /**
     * Takes the rows that have the key of a row.
     *
     * @param key the columns of that row's key
     * @param receives the rows, which are as many at most as there are
     * @return how many they are
     */
    int take(Column[] key, int of, int[] receives) {
        int found = find(key, of, receives);
        int kept = 0;
        for (int i = 0; i < found; i++) {
            if (!Nulls.get(taken, receives[i])) {
                Nulls.set(taken, receives[i]);
                receives[kept++] = receives[i];
            }
        }
        left -= kept;
        return kept;
    }

    /** Keeps of some rows those that are later than a time; how many they are. */
    int later(long time, int[] some, int count) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (times.values()[some[i]] > time) {
                some[kept++] = some[i];
            }
        }
        return kept;
    }

    /** Takes the rows that are later than a time; how many they are. */
    int takeLater(long time, int[] receives) {
        int found = 0;
        for (int row = 0; row < rows; row++) {
            if (times.values()[row] > time && !Nulls.get(taken, row)) {
                Nulls.set(taken, row);
                receives[found++] = row;
            }
        }
        left -= found;
        return found;
    }

    /** How many rows there are that are later than a time. */
    int countLater(long time) {
        int later = 0;
        for (int row = 0; row < rows; row++) {
            later += times.values()[row] > time && !Nulls.get(taken, row) ? 1 : 0;
        }
        return later;
    }

    private int find(Column[] key, int of, int[] receives) {
        if (key.length == 0) {
            Arrays.setAll(receives, i -> i);
            return rows;
        }
        int found = columns[keyColumns[0]] instanceof LongColumn longs && !key[0].isNull(of)
                ? find(longs, ((LongColumn) key[0]).values()[of], receives)
                : find(columns[keyColumns[0]], key[0], of, receives);
        for (int k = 1; k < key.length && found > 0; k++) {
            int kept = 0;
            for (int i = 0; i < found; i++) {
                if (isEqual(columns[keyColumns[k]], receives[i], key[k], of)) {
                    receives[kept++] = receives[i];
                }
            }
            found = kept;
        }
        return found;
    }

    private int find(LongColumn column, long value, int[] receives) {
        long[] values = column.values();
        int found = 0;
        for (int row = 0; row < rows; row++) {
            if (values[row] == value && !column.isNull(row)) {
                receives[found++] = row;
            }
        }
        return found;
    }

    private int find(Column column, Column key, int of, int[] receives) {
        int found = 0;
        for (int row = 0; row < rows; row++) {
            if (isEqual(column, row, key, of)) {
                receives[found++] = row;
            }
        }
        return found;
    }

    private static boolean isEqual(Column a, int row, Column b, int other) {
        if (a.isNull(row) || b.isNull(other)) {
            return a.isNull(row) && b.isNull(other);
        }
        return switch (a.storage()) {
            case LONG, DOUBLE, BOOLEAN -> KeyWords.of(a, row) == KeyWords.of(b, other);
            case BYTES -> {
                BytesColumn text = (BytesColumn) a;
                BytesColumn with = (BytesColumn) b;
                int start = text.starts()[row];
                int otherStart = with.starts()[other];
                yield Arrays.equals(
                        text.data(),
                        start,
                        start + text.lengths()[row],
                        with.data(),
                        otherStart,
                        otherStart + with.lengths()[other]);
            }
            case WIDE -> {
                WideColumn wide = (WideColumn) a;
                WideColumn with = (WideColumn) b;
                yield wide.high()[row] == with.high()[other] && wide.low()[row] == with.low()[other];
            }
        };
    }

    /** The heap occupied, bytes. */
    long bytes() {
        return (long) taken.length * Long.BYTES + OwnedColumns.bytes(columns, rows);
    }
}
