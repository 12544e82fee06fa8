// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.KeyPartitions;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateBytes;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.window.EventTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one input of an interval join that can still meet others: by key, in the order of their times. Long runs of rows that met none as they came are {@link PendingRows}
 * first. A row that is found there is put under its key; when so many have looked that a place by key for each would have been as cheap, all rows are.
 */
final class IntervalSide {

    private static final int KEY = 0;
    private static final int FLAGS = 1;
    private static final int EXTRA_WORDS = 2;
    private static final long MATCHED = 1;
    private static final long LATE = 2;

    /** So many rows may look through a stretch of pending ones: about what a place by key costs. */
    private static final int LOOKS_MAX = 16;

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

    private final List<PendingRows> pending = new ArrayList<>();
    private long looksAtStretches;
    private long rowsLookedAt;

    // Where the times of the rows by key are; they may be in less while there are rows.
    private int stored;
    private long earliest;
    private long latest;

    /** The last time of rows that are over. */
    private long over = Long.MIN_VALUE;

    private int[] taken = {};
    private int[] numbers = {};
    private int[] found = new int[64];
    private int[] removed = new int[16];
    private int removedCount;

    /** Takes the numbers of rows that are put under their keys, and the order in which they came. */
    interface Kept {
        void accept(int number, long arrival);
    }

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

    int timeColumn() {
        return timeColumn;
    }

    int columns() {
        return schema.size();
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
        return lastMatchOf(rows.word(number, timeColumn));
    }

    /** The last time, in microseconds, of a row that one with a stored time meets. */
    long lastMatchOf(long time) {
        return eventTime.ceilingMicros(plus(time, farthest));
    }

    /** Whether there may be a row that one with a time in a span of the other side meets. */
    boolean meets(PendingRows.Span times, IntervalSide other) {
        long from = plus(times.first(), other.nearest);
        long to = plus(times.last(), other.farthest);
        boolean meets = stored > 0 && earliest <= to && latest >= from;
        for (int i = 0; i < pending.size() && !meets; i++) {
            meets = pending.get(i).meets(from, to);
        }
        return meets;
    }

    /** Keeps a stretch of rows until someone asks for one of them. */
    void addPending(PendingRows rows) {
        pending.add(rows);
        looksAtStretches -= (long) LOOKS_MAX * rows.rows();
    }

    /**
     * Puts the pending rows under their key that a row of the other side may meet.
     *
     * @param keys the key columns of rows, in which that row is row {@code row}
     */
    void take(Column[] keys, int row, int key, IntervalSide other, int number, Kept kept) {
        if (pending.isEmpty()) {
            return;
        }
        long time = other.rows.word(number, other.timeColumn);
        long from = plus(time, other.nearest);
        long to = plus(time, other.farthest);
        looksAtStretches += pending.size();
        boolean all = looksAtStretches > 0;
        for (int i = 0; i < pending.size(); i++) {
            PendingRows stretch = pending.get(i);
            if (all || stretch.meets(from, to) && stretch.look() > LOOKS_MAX) {
                pending.remove(i--);
                keep(stretch, over, kept);
            } else if (stretch.meets(from, to)) {
                rowsLookedAt += stretch.rows();
                reserve(stretch.rows());
                int count = stretch.take(keys, row, taken);
                store(stretch, stretch.later(over, taken, count), kept, null, key);
            }
        }
    }

    /** The rows looked at in search of a key, in all. */
    long rowsLookedAt() {
        return rowsLookedAt;
    }

    /**
     * Notes that rows are over at a watermark. Pending ones are forgotten, or put under their keys, if each row has to be seen off.
     *
     * @param resolution microseconds between times
     */
    void end(long watermark, long resolution, boolean seenOff, Kept kept) {
        over = watermark == Watermarks.MAX
                ? Long.MAX_VALUE
                : Math.max(over, plus(eventTime.stored(plus(watermark, -resolution)), -farthest));
        for (int i = 0; i < pending.size(); i++) {
            PendingRows stretch = pending.get(i);
            if (over < stretch.due()) {
                continue;
            }
            int left = seenOff ? stretch.left() : stretch.countLater(over);
            if (seenOff || left == 0 || left <= stretch.rows() / 4) {
                pending.remove(i--);
                if (left > 0) {
                    keep(stretch, seenOff ? Long.MIN_VALUE : over, kept);
                }
            } else {
                stretch.setDue(over + (stretch.latest() - over + 1) / 2);
            }
        }
    }

    /** Puts all rows that are later than a time under their keys. */
    private void keep(PendingRows stretch, long time, Kept kept) {
        reserve(stretch.rows());
        int count = stretch.takeLater(time, taken);
        int[] located = new int[stretch.rows()];
        keys.locate(stretch.keys(), stretch.rows(), located);
        store(stretch, count, kept, located, JoinSide.NONE);
        for (int key : located) {
            keys.noteEmpty(key);
        }
    }

    private void reserve(int rows) {
        if (taken.length < rows) {
            taken = new int[rows];
            numbers = new int[rows];
        }
    }

    /** Puts the rows that were taken under their keys: those located, or one for all. */
    private void store(PendingRows stretch, int count, Kept kept, int @Nullable [] located, int key) {
        rows.add(stretch.batch(), taken, count, numbers);
        for (int i = 0; i < count; i++) {
            long arrival = stretch.arrival(taken[i]);
            add(located == null ? key : located[taken[i]], numbers[i], arrival);
            kept.accept(numbers[i], arrival);
        }
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
        long time = rows.word(number, timeColumn);
        earliest = stored == 0 ? time : Math.min(earliest, time);
        latest = stored == 0 ? time : Math.max(latest, time);
        stored++;
        rows.setExtra(number, KEY, key);
        keys.setRoot(input, key, lists.insert(keys.root(input, key), number, arrival), 1);
    }

    /** Takes a row out of its list. */
    void remove(int number) {
        int key = (int) rows.extra(number, KEY);
        stored--;
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

    /** Writes the pending rows whose keys are in some partitions. */
    void writePending(int first, int last, StateWriter writer) {
        RowStore copies = new RowStore(schema, EXTRA_WORDS);
        int[] columns = keys.columns(input);
        StateBytes written = new StateBytes();
        long count = 0;
        for (PendingRows stretch : pending) {
            int[] partitions = new int[stretch.rows()];
            if (columns.length > 0) {
                new KeyPartitions(schema, columns).find(stretch.batch(), partitions);
            }
            for (int row = 0; row < stretch.rows(); row++) {
                if (stretch.isLeft(row)
                        && stretch.time(row) > over
                        && partitions[row] >= first
                        && partitions[row] <= last) {
                    int number = copies.add(stretch.batch(), row);
                    copies.write(number, written);
                    copies.free(number);
                    written.writeLong(stretch.arrival(row));
                    count++;
                }
            }
        }
        writer.writeLong(count);
        byte[] bytes = written.toByteArray();
        writer.writeBytes(bytes, 0, bytes.length);
    }

    /** Reads what {@link #writePending} wrote, and puts it under its keys. */
    void readPending(StateReader reader, Kept kept) {
        int count = (int) reader.readLong();
        int[] read = new int[count];
        long[] arrivals = new long[count];
        for (int i = 0; i < count; i++) {
            read[i] = rows.read(reader);
            arrivals[i] = reader.readLong();
        }
        int[] located = new int[count];
        keys.locate(
                Arrays.stream(keys.columns(input))
                        .mapToObj(c -> rows.column(c, read, count))
                        .toArray(Column[]::new),
                count,
                located);
        for (int i = 0; i < count; i++) {
            add(located[i], read[i], arrivals[i]);
            kept.accept(read[i], arrivals[i]);
        }
    }

    private int size(int key) {
        return lists.descend(keys.root(input, key), (row, left) -> 1);
    }

    /** Reads what {@link #write} wrote. */
    void read(int key, StateReader reader, Kept kept) {
        for (long left = reader.readLong(); left > 0; left--) {
            int number = rows.read(reader);
            long arrival = reader.readLong();
            add(key, number, arrival);
            kept.accept(number, arrival);
        }
    }

    long bytes() {
        long bytes = rows.bytes() + lists.bytes();
        for (PendingRows stretch : pending) {
            bytes += stretch.bytes();
        }
        return bytes;
    }

    /** The sum, or what is nearest to it. */
    static long plus(long time, long distance) {
        long sum = time + distance;
        return ((time ^ sum) & (distance ^ sum)) < 0 ? (time < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }
}
