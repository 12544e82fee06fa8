// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.List;

/**
 * Keeps the rows of open sessions, and puts those of a session out when the watermark has passed its end, under the position that raised it; of several sessions the one
 * that ends first goes first. A row that lies between two sessions makes them one; one that is taken back may leave two.
 *
 * <p>A row is late if the watermark before its position has passed the end that a session of it alone would have, and no open session takes it in.
 */
public final class SessionsOperator implements Operator {

    private static final long FORMAT = 3;

    private final int timeColumn;
    private final EventTime eventTime;
    private final SessionTimes times;
    private final RowStore rows;
    private final OpenSessions sessions;
    private final SessionRows output;
    private final WindowRound round;
    private final RoundWatermarks watermarks;
    private int[] located = {};
    private int[] taken = {};
    private int[] numbers = {};
    private long arrivals;

    /** The position at which a row was taken back last, whose session may be over by that; -1 if that is settled. */
    private long shrunkAt = -1;

    private long unknownRetractions;

    public SessionsOperator(AssignSessions node, OperatorSettings settings) {
        Schema inputSchema = node.input().schema();
        timeColumn = node.timeColumn();
        eventTime = new EventTime(inputSchema.type(timeColumn));
        times = new SessionTimes(node.gap(), eventTime.resolution(), 0);
        round = new WindowRound(
                node.schema(), node.clock(), eventTime.resolution(), new LateRows(List.of(inputSchema), settings));
        watermarks = round.watermarks();
        rows = new RowStore(inputSchema, OpenSessions.EXTRA_WORDS);
        sessions = new OpenSessions(node, rows, eventTime);
        output = new SessionRows(
                rows, inputSchema.size(), new LocalTime(node.zone()), node.gap(), eventTime.resolution());
    }

    @Override
    public void receive(int number, ChangeBatch batch, Tick tick, Output out) {
        round.add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output out) {
        long closed = Watermarks.NONE;
        for (ChangeBatch batch : round.begin(tick)) {
            closed = take(batch, closed, out);
        }
        round.endInput();
        closeShrunk(Long.MAX_VALUE);
        close(watermarks.after());
        output.flush(watermarks.all(), out);
        if (output.count() > 0) {
            round.noteEmitted();
        }
        round.end(position, out);
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
        LongColumn column = batch.longs(timeColumn);
        if (located.length < batch.size()) {
            located = new int[batch.size()];
            taken = new int[batch.size()];
            numbers = new int[batch.size()];
        }
        sessions.locate(batch, located);
        boolean insertsOnly = batch.kinds() == null && column.nulls() == null;
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
            if (column.isNull(row)) {
                output.flush(watermarks.all(), out);
                throw EventTime.failure(batch, i);
            }
            long time = eventTime.micros(column.values()[row]);
            boolean retraction = RowKind.isRetraction(batch.kind(row));
            int session = sessions.at(located[i], time);
            if (session == SessionList.NONE && times.isOver(time, watermark)) {
                round.leaveOut(batch, row);
                if (insertsOnly) {
                    rows.free(numbers[i]);
                }
            } else if (retraction) {
                unknownRetractions += sessions.takeBack(located[i], session, time, batch, row) ? 0 : 1;
                shrunkAt = batch.position(row);
            } else {
                int number = insertsOnly ? numbers[i] : rows.add(batch, row);
                rows.setExtra(number, OpenSessions.ARRIVAL, ++arrivals);
                sessions.insert(located[i], number, time, session);
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
        while (session != SessionList.NONE && times.isOver(sessions.last(session), watermark)) {
            long last = sessions.last(session);
            long position = at >= 0 ? at : watermarks.emittedAt(watermarks.reaches(times.last(last)));
            int count = 0;
            for (int number = sessions.head(session); number != SessionList.NONE; number = sessions.nextRow(number)) {
                output.add(number, rows.extra(number, OpenSessions.ARRIVAL));
                count++;
            }
            output.endSession(count, sessions.first(session), last, position);
            sessions.remove(session);
            session = sessions.earliest();
        }
    }

    @Override
    public long timerMillis() {
        int session = sessions.earliest();
        return session == SessionList.NONE ? Long.MAX_VALUE : round.timerMillis(sessions.last(session) + times.gap());
    }

    @Override
    public long lateRows() {
        return round.lateRows();
    }

    @Override
    public long unknownRetractions() {
        return unknownRetractions;
    }

    @Override
    public long stateBytes() {
        return rows.bytes() + sessions.bytes();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        round.snapshot(first, last, writer);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        writer.writeLong(arrivals);
        sessions.snapshot(first, last, writer);
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "sessions");
        round.restore(reader);
        unknownRetractions += reader.readLong();
        arrivals = Math.max(arrivals, reader.readLong());
        sessions.restore(reader);
    }
}
