// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.Traits;
import dev.rowtide.core.plan.WindowColumns;
import dev.rowtide.core.plan.Windowed;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.aggregate.SessionGroups;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Groups of sessions whose rows come one by one, each as a session of its own: they are counted in at once, and those of a key that are no further apart than the gap are merged. No row is
 * kept. The result of a session goes out when the watermark has passed its end, under the position that raised it; or with every change of it, as one row in the place of the one before.
 *
 * <p>Which rows are late is as for {@link SessionsOperator}.
 */
public final class MergedSessionsOperator implements Operator {

    private static final long FORMAT = 2;
    private static final int START = -1;
    private static final int END = -2;

    private final WindowColumns columns;
    private final long gap;
    private final SessionTimes sessionTimes;
    private final @Nullable ToldSessions told;
    private final int[] layout;
    private final SessionGroups groups;

    /** The list of a key begins with the session in its record; the row of any other is the place where it is parked. */
    private final SessionList sessions = new SessionList();

    private final WindowRound round;
    private final RoundWatermarks watermarks;
    private int generation;
    private long born;

    /** The watermark up to which sessions have ended: until it rises, no other does. */
    private long closedTo = Watermarks.NONE;

    // Rows of a batch that are in sessions by their times, and not counted in yet: all are of sessions in records.
    private ChangeBatch taking = ChangeBatch.inserts(0, new Column[0], 0, Watermarks.absent());
    private int[] located = {};
    private int[] rows = {};
    private int[] at = {};
    private int pending;
    private long pendingFirst;

    private long[] starts = new long[64];
    private long[] ends = new long[64];

    /** @throws IllegalArgumentException if it merges no sessions */
    public MergedSessionsOperator(Windowed node, OperatorSettings settings) {
        if (!node.mergesSessions()) {
            throw new IllegalArgumentException("not merged: " + node);
        }
        GroupAggregate aggregate = (GroupAggregate) node.body();
        Schema schema = node.schema();
        columns = node.windows().get(0);
        gap = columns.sessionGap();
        Emission emission = node.emission();
        sessionTimes = new SessionTimes(gap, columns.resolution(), emission.allowedLateness());
        LateRows lateRows = new LateRows(List.of(aggregate.input().schema()), settings);
        round = new WindowRound(schema, columns.clock(), columns.resolution(), lateRows);
        watermarks = round.watermarks();
        List<Integer> keys = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        layout = new int[schema.size()];
        for (int i = 0; i < layout.length; i++) {
            int key = i < aggregate.keys().size() ? aggregate.keys().get(i) : Integer.MAX_VALUE;
            if (key == columns.start() || key == columns.end()) {
                layout[i] = key == columns.start() ? START : END;
                continue;
            }
            layout[i] = fields.size();
            fields.add(schema.fields().get(i));
            if (key != Integer.MAX_VALUE) {
                keys.add(key);
            }
        }
        Traits traits = new Traits(new Schema(fields), Set.of(), node.mode());
        groups = new SessionGroups(
                new GroupAggregate(aggregate.input(), keys, aggregate.calls(), false, traits), settings.zone());
        generation = groups.generation();
        told = emission.onChange() ? new ToldSessions(groups, sessions, this::noteBounds) : null;
    }

    @Override
    public void receive(int number, ChangeBatch batch, Tick tick, Output output) {
        round.add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output output) {
        for (ChangeBatch batch : round.begin(tick)) {
            if (batch.size() > 0) {
                take(batch);
                putOut(output);
            }
        }
        round.endInput();
        close(watermarks.after());
        putOut(output);
        round.end(position, output);
    }

    @Override
    public void endTick(long position, Tick tick, Output output) {
        advance(position, tick, output);
    }

    private void take(ChangeBatch batch) {
        taking = batch;
        int size = batch.size();
        if (located.length < size) {
            located = new int[size];
            rows = new int[size];
            at = new int[size];
        }
        groups.locate(batch, located);
        relocate();
        long[] times = batch.longs(columns.start()).values();
        long position = Long.MIN_VALUE;
        for (int i = 0; i < size; i++) {
            int row = batch.row(i);
            if (told != null && batch.position(row) != position) {
                tell(position);
                position = batch.position(row);
            }
            long watermark = watermarks.beforeNext(batch.position(row));
            if (watermark != closedTo) {
                close(watermark);
            }
            long time = times[row];
            int address = located[i];
            int current = groups.ownersWord(address) - 1;
            if (current != SessionList.NONE && isNear(current, time)) {
                noteChange(current);
                extend(address, current, time);
            } else if (!place(address, current, time, watermark)) {
                round.leaveOut(batch, row);
                continue;
            }
            pendingFirst = pending == 0 ? time : Math.min(pendingFirst, time);
            rows[pending] = row;
            at[pending++] = address;
        }
        count();
        if (told != null) {
            tell(position);
        }
    }

    /** All rows of a position have come: the sessions that are others now are told, where every change is. */
    private void tell(long position) {
        if (told != null && told.any()) {
            count();
            told.tell(position, gap);
        }
    }

    private void noteChange(int session) {
        if (told != null) {
            told.note(session);
        }
    }

    private boolean isNear(int session, long time) {
        return time + gap >= sessions.first(session) && time <= sessions.last(session) + gap;
    }

    /** Counts in what is pending. */
    private void count() {
        groups.add(taking, Arrays.copyOf(rows, pending), at, pending);
        pending = 0;
    }

    /** A row belongs to the session in a record, which may reach others by that. */
    private void extend(int address, int session, long time) {
        if (time >= sessions.first(session) && time <= sessions.last(session)) {
            return;
        }
        sessions.extend(session, time, time, sessions.born(session));
        int other = sessions.next(session);
        while (other != SessionList.NONE) {
            boolean reached = sessions.first(other) <= sessions.last(session) + gap
                    && sessions.first(session) <= sessions.last(other) + gap;
            if (!reached) {
                other = sessions.next(other);
                continue;
            }
            noteChange(other);
            count();
            groups.merge(address, sessions.head(other));
            sessions.extend(session, sessions.first(other), sessions.last(other), sessions.born(other));
            unlink(session, other);
            sessions.remove(other);
            other = sessions.next(session);
        }
    }

    /** Makes the session in a record the one that a row belongs to, a new one if need be; false if the row is late. */
    private boolean place(int address, int current, long time, long watermark) {
        int other = current == SessionList.NONE ? SessionList.NONE : sessions.next(current);
        while (other != SessionList.NONE && !isNear(other, time)) {
            other = sessions.next(other);
        }
        if (other != SessionList.NONE) {
            noteChange(other);
            count();
            int place = sessions.head(other);
            groups.swap(address, place);
            unlink(current, other);
            sessions.setNext(other, current);
            sessions.setRows(current, place, place);
            groups.setOwnersWord(address, other + 1);
            extend(address, other, time);
            return true;
        }
        if (sessionTimes.isOver(time, watermark)) {
            return false;
        }
        if (current != SessionList.NONE) {
            count();
            int place = groups.park(address);
            sessions.setRows(current, place, place);
        }
        int added = sessions.add(time, SessionList.NONE, ++born, address);
        sessions.setNext(added, current);
        groups.setOwnersWord(address, added + 1);
        if (told != null) {
            told.added(added);
        }
        return true;
    }

    /** Takes a session out of a list behind {@code from}. */
    private void unlink(int from, int session) {
        int before = from;
        while (sessions.next(before) != session) {
            before = sessions.next(before);
        }
        sessions.setNext(before, sessions.next(session));
    }

    /** Ends all sessions that a watermark has passed, where it did. */
    private void close(long watermark) {
        closedTo = watermark;
        int session = sessions.earliest();
        while (session != SessionList.NONE && sessionTimes.isOver(sessions.last(session), watermark)) {
            long last = sessions.last(session);
            if (pending > 0 && pendingFirst <= last) {
                count();
            }
            long position = watermarks.emittedAt(watermarks.reaches(sessionTimes.last(last)));
            if (told == null) {
                noteBounds(groups.countOver(), sessions.first(session), last + gap);
            }
            int address = sessions.partition(session);
            int current = groups.ownersWord(address) - 1;
            if (current == session) {
                if (told == null) {
                    groups.end(address, position);
                } else {
                    groups.forget(address);
                }
                int next = sessions.next(session);
                groups.setOwnersWord(address, next + 1);
                if (next != SessionList.NONE) {
                    groups.unpark(address, sessions.head(next));
                }
            } else {
                if (told == null) {
                    groups.endParked(address, sessions.head(session), position);
                } else {
                    groups.forgetParked(sessions.head(session));
                }
                unlink(current, session);
            }
            sessions.remove(session);
            session = sessions.earliest();
        }
    }

    /** The bounds of the session that goes out as the {@code n}-th. */
    private void noteBounds(int n, long start, long end) {
        if (n == starts.length) {
            starts = Arrays.copyOf(starts, 2 * n);
            ends = Arrays.copyOf(ends, 2 * n);
        }
        starts[n] = start;
        ends[n] = end;
    }

    private void putOut(Output output) {
        if (groups.countOver() > 0) {
            groups.emitOver(watermarks.all(), batch -> {
                output.emit(batch.withColumns(columns(batch)));
                round.noteEmitted();
            });
        }
    }

    /** All that are over go out, but for those behind one that fails. */
    private Column[] columns(ChangeBatch batch) {
        Column[] all = new Column[layout.length];
        for (int i = 0; i < layout.length; i++) {
            all[i] = switch (layout[i]) {
                case START -> new LongColumn(ofSteps(starts, batch.rows()), null);
                case END -> new LongColumn(ofSteps(ends, batch.rows()), null);
                default -> batch.column(layout[i]);
            };
        }
        return all;
    }

    private long[] ofSteps(long[] values, int rows) {
        int[] steps = groups.stepsEmitted();
        long[] of = new long[rows];
        for (int i = 0; i < rows; i++) {
            of[i] = values[steps[i]];
        }
        return of;
    }

    /** Tells the sessions where their keys are after the table was rebuilt. */
    private void relocate() {
        if (generation == groups.generation()) {
            return;
        }
        generation = groups.generation();
        for (int address : groups.addresses()) {
            for (int session = groups.ownersWord(address) - 1;
                    session != SessionList.NONE;
                    session = sessions.next(session)) {
                sessions.setPartition(session, address);
            }
        }
    }

    @Override
    public long timerMillis() {
        int session = sessions.earliest();
        return session == SessionList.NONE
                ? Long.MAX_VALUE
                : round.timerMillis(sessions.last(session) + gap + sessionTimes.allowedLateness());
    }

    @Override
    public long lateRows() {
        return round.lateRows();
    }

    @Override
    public long stateBytes() {
        return groups.bytes() + sessions.bytes();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        round.snapshot(first, last, writer);
        writer.writeLong(born);
        for (int address : groups.writeExtent(first, last, writer)) {
            groups.writeKey(address, writer);
            int current = groups.ownersWord(address) - 1;
            writer.writeLong(sessions.lengthFrom(current));
            for (int session = current; session != SessionList.NONE; session = sessions.next(session)) {
                writer.writeLong(sessions.first(session));
                writer.writeLong(sessions.last(session));
                writer.writeLong(sessions.born(session));
                groups.writeSession(address, session == current ? -1 : sessions.head(session), writer);
            }
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "sessions that are merged");
        round.restore(reader);
        born = Math.max(born, reader.readLong());
        long keyCount = groups.readExtent(reader);
        // Room for more partitions moves the keys of those that were read before, whether or not any follow.
        relocate();
        for (long left = keyCount; left > 0; left--) {
            int address = groups.readKey(reader);
            relocate();
            int previous = SessionList.NONE;
            for (long count = reader.readLong(); count > 0; count--) {
                previous = restoreSession(address, previous, count > 1, reader);
            }
        }
    }

    /** Reads a session that stands behind another in its list; all but the one read last are parked, and it goes back to the front. */
    private int restoreSession(int address, int previous, boolean moreFollow, StateReader reader) {
        long first = reader.readLong();
        long last = reader.readLong();
        long bornAt = reader.readLong();
        int session = sessions.add(first, SessionList.NONE, bornAt, address);
        sessions.extend(session, first, last, bornAt);
        groups.readSession(address, reader);
        if (previous == SessionList.NONE) {
            groups.setOwnersWord(address, session + 1);
        } else {
            sessions.setNext(previous, session);
        }
        int current = groups.ownersWord(address) - 1;
        if (moreFollow) {
            int place = groups.park(address);
            sessions.setRows(session, place, place);
        } else if (current != session) {
            int place = groups.park(address);
            sessions.setRows(session, place, place);
            groups.unpark(address, sessions.head(current));
        }
        return session;
    }
}
