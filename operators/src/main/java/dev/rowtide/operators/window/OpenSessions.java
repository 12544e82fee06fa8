// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;

/**
 * The sessions of each partition with their rows. A row that lies between two sessions makes them one; one that is taken back may leave two. The record of a key has the
 * number of the first session of its partition, plus 1; each session knows the next, and each row the next of its session.
 */
final class OpenSessions {

    /** The words that are kept with a row. */
    static final int EXTRA_WORDS = 2;

    /** The word that says when a row came, among all rows. */
    static final int ARRIVAL = 1;

    private static final int NEXT_ROW = 0;

    private final int timeColumn;
    private final EventTime eventTime;
    private final long gap;
    private final boolean shrinks;
    private final Keys keys;
    private final RecordTable partitions;
    private final RowStore rows;
    private final SessionList sessions = new SessionList();
    private int generation;

    /** @param rows where the rows of sessions are, with {@link #EXTRA_WORDS} */
    OpenSessions(AssignSessions node, RowStore rows, EventTime eventTime) {
        this.rows = rows;
        this.eventTime = eventTime;
        timeColumn = node.timeColumn();
        gap = node.gap();
        shrinks = node.shrinks();
        keys = Keys.of(
                node.input().schema(),
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray(),
                1);
        partitions = keys.table();
        generation = partitions.generation();
    }

    /** Finds the partitions of a batch's rows: {@code located} gets the address of each row's, by its place. */
    void locate(ChangeBatch batch, int[] located) {
        keys.locate(batch, batch.selection(), batch.size(), located);
        relocate();
    }

    /** The session that closes first, or {@link SessionList#NONE}. */
    int earliest() {
        return sessions.earliest();
    }

    /** The time of the first row of a session. */
    long first(int session) {
        return sessions.first(session);
    }

    /** The time of the last row of a session. */
    long last(int session) {
        return sessions.last(session);
    }

    /** The first row in the list of a session. */
    int head(int session) {
        return sessions.head(session);
    }

    /** A session of a partition that a row with this time would belong to, or {@link SessionList#NONE}. */
    int at(int address, long time) {
        for (int session = firstOf(address); session != SessionList.NONE; session = sessions.next(session)) {
            if (time + gap >= sessions.first(session) && time <= sessions.last(session) + gap) {
                return session;
            }
        }
        return SessionList.NONE;
    }

    private int firstOf(int address) {
        return (int) partitions.records()[address + partitions.valueOffset()] - 1;
    }

    private void setFirst(int address, int session) {
        long[] records = partitions.records();
        int word = address + partitions.valueOffset();
        partitions.addLive((session + 1 != 0 ? 1 : 0) - (records[word] != 0 ? 1 : 0));
        records[word] = session + 1;
    }

    /**
     * Puts a row into a session, which may be made of several then, or a new one.
     *
     * @param session one that it belongs to, or {@link SessionList#NONE}
     */
    void insert(int address, int row, long time, int session) {
        rows.setExtra(row, NEXT_ROW, SessionList.NONE);
        long arrival = rows.extra(row, ARRIVAL);
        if (session == SessionList.NONE) {
            int added = sessions.add(time, row, arrival, address);
            sessions.setNext(added, firstOf(address));
            setFirst(address, added);
            return;
        }
        rows.setExtra(sessions.tail(session), NEXT_ROW, row);
        sessions.setRows(session, sessions.head(session), row);
        boolean inside = time >= sessions.first(session) && time <= sessions.last(session);
        sessions.extend(session, time, time, arrival);
        int other = inside ? SessionList.NONE : bridged(address, session);
        if (other != SessionList.NONE) {
            merge(address, session, other);
        }
    }

    /** Another session of the partition that is no further than the gap from one. */
    private int bridged(int address, int session) {
        for (int other = firstOf(address); other != SessionList.NONE; other = sessions.next(other)) {
            if (other != session
                    && sessions.first(other) <= sessions.last(session) + gap
                    && sessions.first(session) <= sessions.last(other) + gap) {
                return other;
            }
        }
        return SessionList.NONE;
    }

    private void merge(int address, int session, int other) {
        rows.setExtra(sessions.tail(session), NEXT_ROW, sessions.head(other));
        sessions.setRows(session, sessions.head(session), sessions.tail(other));
        sessions.extend(session, sessions.first(other), sessions.last(other), sessions.born(other));
        remove(other);
    }

    /** Takes a session out of its partition; its rows are as they were. */
    void remove(int session) {
        unlink(sessions.partition(session), session);
        sessions.remove(session);
    }

    private void unlink(int address, int session) {
        int before = firstOf(address);
        if (before == session) {
            setFirst(address, sessions.next(session));
            return;
        }
        while (sessions.next(before) != session) {
            before = sessions.next(before);
        }
        sessions.setNext(before, sessions.next(session));
    }

    /**
     * Takes a row out of its session, of which the rest is put in anew: it may be several.
     *
     * @param session the one that it belongs to, or {@link SessionList#NONE}
     * @return whether there was such a row
     */
    boolean takeBack(int address, int session, long time, ChangeBatch batch, int row) {
        int found = SessionList.NONE;
        int before = SessionList.NONE;
        for (int number = session == SessionList.NONE ? SessionList.NONE : sessions.head(session), previous = -1;
                number != SessionList.NONE;
                previous = number, number = nextRow(number)) {
            if (rows.equals(number, batch, row)) {
                found = number;
                before = previous;
            }
        }
        if (found == SessionList.NONE) {
            return false;
        }
        int after = nextRow(found);
        if (before != SessionList.NONE) {
            rows.setExtra(before, NEXT_ROW, after);
        }
        int rest = before == SessionList.NONE ? after : sessions.head(session);
        rows.free(found);
        boolean inside = time != sessions.first(session) && time != sessions.last(session);
        if (rest != SessionList.NONE && (!shrinks || inside && !leavesGap(rest, time))) {
            sessions.setRows(session, rest, after == SessionList.NONE ? before : sessions.tail(session));
            return true;
        }
        remove(session);
        int number = rest;
        while (number != SessionList.NONE) {
            int following = nextRow(number);
            long timeOfRow = time(number);
            insert(address, number, timeOfRow, at(address, timeOfRow));
            number = following;
        }
        return true;
    }

    /** Whether the rows before and after a time in a list are further apart than the gap. */
    private boolean leavesGap(int list, long time) {
        long latestBefore = Long.MIN_VALUE;
        long earliestAfter = Long.MAX_VALUE;
        for (int number = list; number != SessionList.NONE; number = nextRow(number)) {
            long other = time(number);
            if (other <= time) {
                latestBefore = Math.max(latestBefore, other);
            }
            if (other >= time) {
                earliestAfter = Math.min(earliestAfter, other);
            }
        }
        return earliestAfter - latestBefore > gap;
    }

    /** The row behind another in the list of its session, or {@link SessionList#NONE}. */
    int nextRow(int row) {
        return (int) rows.extra(row, NEXT_ROW);
    }

    private long time(int row) {
        return eventTime.micros(((LongColumn) rows.column(timeColumn, new int[] {row}, 1)).values()[0]);
    }

    /** Tells the sessions where their partitions are after the table was rebuilt. */
    private void relocate() {
        if (generation == partitions.generation()) {
            return;
        }
        generation = partitions.generation();
        for (int at : partitions.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            for (int session = firstOf(at); session != SessionList.NONE; session = sessions.next(session)) {
                sessions.setPartition(session, at);
            }
        }
    }

    /** Writes the rows of the sessions, by partition. */
    void snapshot(int first, int last, StateWriter writer) {
        for (int at : partitions.writeExtent(first, last, writer)) {
            partitions.writeKey(at, writer);
            int[] kept = rowsOf(at);
            writer.writeLong(kept.length);
            for (int row : kept) {
                rows.write(row, writer);
            }
        }
    }

    private int[] rowsOf(int address) {
        int[] found = new int[16];
        int count = 0;
        for (int session = firstOf(address); session != SessionList.NONE; session = sessions.next(session)) {
            for (int row = sessions.head(session); row != SessionList.NONE; row = nextRow(row)) {
                found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
                found[count++] = row;
            }
        }
        return Arrays.copyOf(found, count);
    }

    /** Reads rows, and puts each into its session. */
    void restore(StateReader reader) {
        long keyCount = partitions.readExtent(reader);
        // Room for more partitions moves the keys of those that were read before, whether or not any follow.
        relocate();
        for (long left = keyCount; left > 0; left--) {
            int address = partitions.readKey(reader);
            relocate();
            for (long count = reader.readLong(); count > 0; count--) {
                int row = rows.read(reader);
                long time = time(row);
                insert(address, row, time, at(address, time));
            }
        }
        relocate(); // Room is made for what is read also where that is nothing.
    }

    /** The heap occupied without the rows, bytes. */
    long bytes() {
        return partitions.bytes() + sessions.bytes();
    }
}
