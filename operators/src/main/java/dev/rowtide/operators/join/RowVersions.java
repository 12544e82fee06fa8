// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.DueRows;
import dev.rowtide.operators.state.OrderedRows;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import dev.rowtide.operators.window.EventTime;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of each key by the time from which on they hold; of those of one time the last that came. A key that is deleted has a row from then on that says so. What holds before
 * the watermark only is given up: of each key the newest row that is not later stays.
 *
 * <p>Without times there is one row per key, the last that came.
 */
final class RowVersions {

    private static final int INPUT = 1;
    private static final int NONE = JoinSide.NONE;
    private static final int KEY = 0;
    private static final int ENDS = 1;
    private static final int EXTRA_WORDS = 2;

    private final int timeColumn;
    private final @Nullable EventTime eventTime;
    private final TimedKeys keys;
    private final RowStore rows;
    private final OrderedRows lists;
    private final Until until = new Until();

    /** Those that are later than the watermark. */
    private final DueRows later = new DueRows();

    private int[] removed = new int[16];
    private int removedCount;
    private long arrivals;

    /** Goes behind the last row that holds at a time. */
    private final class Until implements OrderedRows.Descent {
        private long time;

        @Override
        public int turn(int row, int left) {
            return timeColumn < 0 || rows.word(row, timeColumn) <= time ? 1 : -1;
        }
    }

    /** @param timeColumn -1 where rows hold from when they come */
    RowVersions(Schema schema, int timeColumn, TimedKeys keys) {
        this.timeColumn = timeColumn;
        this.keys = keys;
        eventTime = timeColumn < 0 ? null : new EventTime(schema.type(timeColumn));
        rows = new RowStore(schema, EXTRA_WORDS);
        List<SortKey> order = timeColumn < 0 ? List.of() : List.of(new SortKey(timeColumn, false, true));
        lists = new OrderedRows(new RowOrder(schema, order, rows));
    }

    RowStore rows() {
        return rows;
    }

    /** The first watermark at which a row holds, microseconds. */
    private long timeOf(int row) {
        return eventTime == null ? Long.MIN_VALUE : eventTime.ceilingMicros(rows.word(row, timeColumn));
    }

    /** Whether a row of a batch says from when on it holds. */
    boolean hasTime(ChangeBatch batch, int row) {
        return timeColumn < 0 || !batch.column(timeColumn).isNull(row);
    }

    /**
     * Adds the next row of a key, or that it has none.
     *
     * @param watermark at which older ones are given up
     * @return whether it can be seen: not where a newer one holds at the watermark already
     */
    boolean add(int key, ChangeBatch batch, int row, boolean ends, long watermark) {
        int number = rows.add(batch, row);
        long arrival = ++arrivals;
        rows.setExtra(number, KEY, key);
        rows.setExtra(number, ENDS, ends ? 1 : 0);
        keys.setRoot(INPUT, key, lists.insert(keys.root(INPUT, key), number, arrival), 1);
        if (eventTime != null && timeOf(number) > watermark) {
            later.add(timeOf(number), arrival, number);
            return true;
        }
        int next = lists.row(keys.root(INPUT, key), lists.place() + 1);
        if (next != NONE && (eventTime == null || timeOf(next) <= watermark)) {
            remove(number);
            return false;
        }
        giveUpBefore(number);
        return true;
    }

    /**
     * The row of a key that holds at a time, or {@link JoinSide#NONE}.
     *
     * @param time as the rows store it
     */
    int at(int key, long time) {
        int root = keys.root(INPUT, key);
        if (root == 0) {
            return NONE;
        }
        until.time = time;
        int place = lists.descend(root, until);
        int row = place == 0 ? NONE : lists.row(root, place - 1);
        return row == NONE || rows.extra(row, ENDS) != 0 ? NONE : row;
    }

    /** Gives up what is not needed at a watermark or later. */
    void giveUp(long watermark) {
        while (!later.isEmpty() && later.due() <= watermark) {
            int number = later.row();
            later.remove();
            giveUpBefore(number);
        }
    }

    /** A row holds at the watermark: those before it are seen no more, nor is it, if it only says that there is none. */
    private void giveUpBefore(int number) {
        int key = (int) rows.extra(number, KEY);
        for (int first = lists.row(keys.root(INPUT, key), 0);
                first != number;
                first = lists.row(keys.root(INPUT, key), 0)) {
            remove(first);
        }
        if (rows.extra(number, ENDS) != 0) {
            remove(number);
        }
    }

    private void remove(int number) {
        int key = (int) rows.extra(number, KEY);
        keys.setRoot(INPUT, key, lists.remove(keys.root(INPUT, key), number), -1);
        if (removedCount == removed.length) {
            removed = Arrays.copyOf(removed, removedCount * 2);
        }
        removed[removedCount++] = number;
    }

    /** Frees the rows that were given up, once no result refers to them. */
    void freeRemoved() {
        for (int i = 0; i < removedCount; i++) {
            rows.free(removed[i]);
        }
        removedCount = 0;
    }

    /** Whether a kind of change says that a key has no row from then on. */
    static boolean ends(byte kind) {
        return kind == RowKind.MINUS_D || kind == RowKind.MINUS_U;
    }

    /** Writes what belongs to no key, if {@code first} is partition 0. */
    void snapshot(int first, StateWriter writer) {
        writer.writeLong(first == 0 ? arrivals : 0);
    }

    void restore(StateReader reader) {
        arrivals = Math.max(arrivals, reader.readLong());
    }

    /** Writes the rows of a key. */
    void write(int key, StateWriter writer) {
        int root = keys.root(INPUT, key);
        int size = lists.descend(root, (row, left) -> 1);
        int[] numbers = new int[size];
        lists.rows(root, 0, size, numbers);
        writer.writeLong(size);
        for (int number : numbers) {
            rows.write(number, writer);
            writer.writeLong(lists.arrival(number));
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param watermark at which what is older has been given up
     */
    void read(int key, StateReader reader, long watermark) {
        for (long left = reader.readLong(); left > 0; left--) {
            int number = rows.read(reader);
            long arrival = reader.readLong();
            rows.setExtra(number, KEY, key);
            keys.setRoot(INPUT, key, lists.insert(keys.root(INPUT, key), number, arrival), 1);
            if (eventTime != null && timeOf(number) > watermark) {
                later.add(timeOf(number), arrival, number);
            }
        }
    }

    long bytes() {
        return rows.bytes() + lists.bytes() + later.bytes();
    }
}
