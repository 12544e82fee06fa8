// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.RoundInput;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Arrays;
import java.util.List;

/**
 * Keeps the rows of open sessions, and puts those of a session out when the watermark has passed its end, under the position that raised it; of several sessions the one
 * that ends first goes first. A row that lies between two sessions makes them one; one that is taken back may leave two.
 *
 * <p>A row is late if the watermark before its position has passed the end that a session of it alone would have, and no open session takes it in.
 */
public final class SessionsOperator implements Operator {

    private static final long FORMAT = 2;
    private static final int NEXT_ROW = 0;
    private static final int ARRIVAL = 1;
    private static final int EXTRA_WORDS = 2;

    private final Schema schema;
    private final int timeColumn;
    private final EventTime eventTime;
    private final long gap;
    private final WindowColumns.Clock clock;
    private final boolean shrinks;
    private final Keys keys;
    private final RecordTable partitions;
    private final RowStore rows;
    private final SessionList sessions = new SessionList();
    private final SessionRows output;
    private final LateRows lateRows;
    private final RoundInput input = new RoundInput();
    private final RoundWatermarks watermarks = new RoundWatermarks();
    private int[] located = {};
    private int[] taken = {};
    private int[] numbers = {};
    private int generation;
    private long arrivals;
    private long complete;

    /** The position at which a row was taken back last, whose session may be over by that; -1 if that is settled. */
    private long shrunkAt = -1;

    private long emittedWatermark = Watermarks.NONE;
    private long unknownRetractions;

    public SessionsOperator(AssignSessions node, OperatorSettings settings) {
        Schema inputSchema = node.input().schema();
        lateRows = new LateRows(List.of(inputSchema), settings);
        schema = node.schema();
        timeColumn = node.timeColumn();
        eventTime = new EventTime(inputSchema.type(timeColumn));
        gap = node.gap();
        clock = node.clock();
        shrinks = node.shrinks();
        keys = Keys.of(
                inputSchema,
                node.partitionKeys().stream().mapToInt(Integer::intValue).toArray(),
                1);
        partitions = keys.table();
        generation = partitions.generation();
        rows = new RowStore(inputSchema, EXTRA_WORDS);
        output = new SessionRows(rows, inputSchema.size(), new LocalTime(node.zone()), gap, eventTime.resolution());
    }

    @Override
    public void receive(int number, ChangeBatch batch, Tick tick, Output out) {
        input.add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output out) {
        watermarks.begin(RoundWatermarks.of(input.watermarks(), clock, eventTime.resolution(), tick), complete);
        long closed = Watermarks.NONE;
        for (ChangeBatch batch : input.batches()) {
            closed = take(batch, closed, out);
        }
        input.endRound();
        closeShrunk(Long.MAX_VALUE);
        close(watermarks.after());
        output.flush(watermarks.all(), out);
        if (output.count() > 0) {
            emittedWatermark = watermarks.after();
        } else if (watermarks.after() > emittedWatermark) {
            out.emit(new BatchBuilder(schema).build(watermarks.all()));
            emittedWatermark = watermarks.after();
        }
        complete = Math.max(complete, position);
    }

    @Override
    public void endTick(long position, Tick tick, Output out) {
        advance(position, tick, out);
    }

    /** Takes rows in, closing before each what the watermark before it has passed; up to where it has then. */
    private long take(ChangeBatch batch, long closedBefore, Output out) {
        if (batch.size() == 0) {
            return closedBefore;
        }
        long closed = closedBefore;
        LongColumn times = batch.longs(timeColumn);
        if (located.length < batch.size()) {
            located = new int[batch.size()];
            taken = new int[batch.size()];
            numbers = new int[batch.size()];
        }
        keys.locate(batch, batch.selection(), batch.size(), located);
        relocate();
        boolean insertsOnly = batch.kinds() == null && times.nulls() == null;
        if (insertsOnly) {
            addAll(batch);
        }
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            closeShrunk(batch.position(row));
            long watermark = watermarks.beforeNext(batch.position(row));
            if (watermark != closed) {
                close(watermark);
                closed = watermark;
            }
            if (times.isNull(row)) {
                output.flush(watermarks.all(), out);
                throw EventTime.failure(batch, i);
            }
            long time = eventTime.micros(times.values()[row]);
            boolean retraction = RowKind.isRetraction(batch.kind(row));
            int session = sessionAt(located[i], time);
            if (session == SessionList.NONE && isOver(time, watermark)) {
                lateRows.leaveOut(0, batch, row, watermark);
                if (insertsOnly) {
                    rows.free(numbers[i]);
                }
            } else if (retraction) {
                takeBack(located[i], session, time, batch, row);
                shrunkAt = batch.position(row);
            } else {
                int number = insertsOnly ? numbers[i] : rows.add(batch, row);
                rows.setExtra(number, ARRIVAL, ++arrivals);
                insert(located[i], number, time, session);
            }
        }
        return closed;
    }

    /** Keeps all rows of a batch at once, which costs less than row by row; those that are late are given up again. */
    private void addAll(ChangeBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            taken[i] = batch.row(i);
        }
        rows.add(batch, taken, batch.size(), numbers);
    }

    private boolean isOver(long lastRow, long watermark) {
        return watermark != Watermarks.NONE && lastRow + gap - eventTime.resolution() <= watermark;
    }

    /** A session of a partition that a row with this time would belong to, or {@link SessionList#NONE}. */
    private int sessionAt(int address, long time) {
        for (int session = head(address); session != SessionList.NONE; session = sessions.next(session)) {
            if (time + gap >= sessions.first(session) && time <= sessions.last(session) + gap) {
                return session;
            }
        }
        return SessionList.NONE;
    }

    private int head(int address) {
        return (int) partitions.records()[address + partitions.valueOffset()] - 1;
    }

    private void setHead(int address, int session) {
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
    private void insert(int address, int row, long time, int session) {
        rows.setExtra(row, NEXT_ROW, SessionList.NONE);
        long arrival = rows.extra(row, ARRIVAL);
        if (session == SessionList.NONE) {
            int added = sessions.add(time, row, arrival, address);
            sessions.setNext(added, head(address));
            setHead(address, added);
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
        for (int other = head(address); other != SessionList.NONE; other = sessions.next(other)) {
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
        unlink(address, other);
        sessions.remove(other);
    }

    private void unlink(int address, int session) {
        int before = head(address);
        if (before == session) {
            setHead(address, sessions.next(session));
            return;
        }
        while (sessions.next(before) != session) {
            before = sessions.next(before);
        }
        sessions.setNext(before, sessions.next(session));
    }

    /** Takes a row out of its session, of which the rest is put in anew: it may be several. */
    private void takeBack(int address, int session, long time, ChangeBatch batch, int row) {
        int found = SessionList.NONE;
        int before = SessionList.NONE;
        for (int number = session == SessionList.NONE ? SessionList.NONE : sessions.head(session), previous = -1;
                number != SessionList.NONE;
                previous = number, number = next(number)) {
            if (rows.equals(number, batch, row)) {
                found = number;
                before = previous;
            }
        }
        if (found == SessionList.NONE) {
            unknownRetractions++;
            return;
        }
        int after = next(found);
        if (before != SessionList.NONE) {
            rows.setExtra(before, NEXT_ROW, after);
        }
        int rest = before == SessionList.NONE ? after : sessions.head(session);
        rows.free(found);
        boolean inside = time != sessions.first(session) && time != sessions.last(session);
        if (rest != SessionList.NONE && (!shrinks || inside && !leavesGap(rest, time))) {
            sessions.setRows(session, rest, after == SessionList.NONE ? before : sessions.tail(session));
            return;
        }
        unlink(address, session);
        sessions.remove(session);
        int number = rest;
        while (number != SessionList.NONE) {
            int following = next(number);
            long timeOfRow = time(number);
            insert(address, number, timeOfRow, sessionAt(address, timeOfRow));
            number = following;
        }
    }

    /** Whether the rows before and after a time in a list are further apart than the gap. */
    private boolean leavesGap(int list, long time) {
        long latestBefore = Long.MIN_VALUE;
        long earliestAfter = Long.MAX_VALUE;
        for (int number = list; number != SessionList.NONE; number = next(number)) {
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

    private int next(int row) {
        return (int) rows.extra(row, NEXT_ROW);
    }

    private long time(int row) {
        return eventTime.micros(((LongColumn) rows.column(timeColumn, new int[] {row}, 1)).values()[0]);
    }

    /** Puts out the sessions that are over since a row was taken back, at that row's position, once it is known that no more of that position come. */
    private void closeShrunk(long next) {
        if (shrunkAt >= 0 && shrunkAt < next) {
            close(watermarks.before(shrunkAt), shrunkAt);
            shrunkAt = -1;
        }
    }

    /** Puts out all sessions that a watermark has passed, where it did. */
    private void close(long watermark) {
        close(watermark, -1);
    }

    /** @param at the position under which they go out, or -1 for that which raised the watermark */
    private void close(long watermark, long at) {
        int session = sessions.earliest();
        while (session != SessionList.NONE && isOver(sessions.last(session), watermark)) {
            long last = sessions.last(session);
            long position =
                    at >= 0 ? at : watermarks.emittedAt(watermarks.reaches(last + gap - eventTime.resolution()));
            int count = 0;
            for (int number = sessions.head(session); number != SessionList.NONE; number = next(number)) {
                output.add(number, rows.extra(number, ARRIVAL));
                count++;
            }
            output.endSession(count, sessions.first(session), last, position);
            unlink(sessions.partition(session), session);
            sessions.remove(session);
            session = sessions.earliest();
        }
    }

    /** Tells the sessions where their partitions are after the table was rebuilt. */
    private void relocate() {
        if (generation == partitions.generation()) {
            return;
        }
        generation = partitions.generation();
        for (int at : partitions.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            for (int session = head(at); session != SessionList.NONE; session = sessions.next(session)) {
                sessions.setPartition(session, at);
            }
        }
    }

    @Override
    public long timerMillis() {
        int session = clock == WindowColumns.Clock.PROCESSING_TIME ? sessions.earliest() : SessionList.NONE;
        return session == SessionList.NONE ? Long.MAX_VALUE : RoundWatermarks.millis(sessions.last(session) + gap);
    }

    @Override
    public long lateRows() {
        return lateRows.count();
    }

    @Override
    public long unknownRetractions() {
        return unknownRetractions;
    }

    @Override
    public long stateBytes() {
        return rows.bytes() + partitions.bytes() + sessions.bytes();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        lateRows.snapshot(first, last, writer);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        writer.writeLong(emittedWatermark);
        writer.writeLong(input.watermark());
        writer.writeLong(complete);
        writer.writeLong(arrivals);
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
        for (int session = head(address); session != SessionList.NONE; session = sessions.next(session)) {
            for (int row = sessions.head(session); row != SessionList.NONE; row = next(row)) {
                found = count == found.length ? Arrays.copyOf(found, 2 * count) : found;
                found[count++] = row;
            }
        }
        return Arrays.copyOf(found, count);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "sessions");
        lateRows.restore(reader);
        unknownRetractions += reader.readLong();
        emittedWatermark = Math.max(emittedWatermark, reader.readLong());
        input.restoreWatermark(reader.readLong());
        complete = Math.max(complete, reader.readLong());
        arrivals = Math.max(arrivals, reader.readLong());
        long keyCount = partitions.readExtent(reader);
        // Room for more partitions moves the keys of those that were read before, whether or not any follow.
        relocate();
        for (long left = keyCount; left > 0; left--) {
            int address = partitions.readKey(reader);
            relocate();
            for (long count = reader.readLong(); count > 0; count--) {
                int row = rows.read(reader);
                long time = time(row);
                insert(address, row, time, sessionAt(address, time));
            }
        }
        relocate(); // Room is made for what is read also where that is nothing.
    }
}
