// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.AssignSessions;
import dev.rowtide.core.plan.Emission;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.Formats;
import dev.rowtide.operators.state.RowStore;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sessions whose rows go out before they are complete, or are kept when they are, to be revised by rows that come late. Each row knows the session that it went out with: when
 * a row joins, bridges or leaves sessions, the rows of the sessions that are others now are taken back and go out anew, under that row's position.
 *
 * <p>So a session of many rows that grows row by row makes as many changes as it has rows, each time. Where changes are consolidated they are made once for all rows between two times that
 * something else is due.
 *
 * <p>A session that is complete and then joined to one that is not is taken back until the whole is complete, unless results go out early anyway.
 */
public final class RevisedSessionsOperator implements Operator {

    private static final long FORMAT = 3;
    private static final int ARRIVAL = 0;
    private static final int TOLD_FIRST = 1;
    private static final int TOLD_LAST = 2;
    private static final int EXTRA_WORDS = 3;
    private static final long UNTOLD = Long.MIN_VALUE;

    private final int timeColumn;
    private final EventTime eventTime;
    private final Emission emission;
    private final SessionTimes times;
    private final EarlyTimes earlyTimes;
    private final boolean everyChange;
    private final SessionPartitions partitions;
    private final RowStore rows;
    private final SessionChanges output;
    private final WindowRound round;
    private final RoundWatermarks watermarks;

    /** When sessions are complete, and when they are not kept any longer. What became of a session since makes its entries void. */
    private final PriorityQueue<Due> completions = new PriorityQueue<>(Due.ORDER);

    private final PriorityQueue<Due> releases = new PriorityQueue<>(Due.ORDER);

    /** The sessions whose rows are to go out at the next time that results do. */
    private final Set<Due> touched = new LinkedHashSet<>();

    /** The places in partitions where rows came or went since sessions were told, and the position of the last of them. */
    private final Set<Change> changes = new LinkedHashSet<>();

    private long changedAt = Long.MIN_VALUE;

    /** The watermark before that position, and the earliest of the times. */
    private long changedWatermark = Watermarks.NONE;

    private long earliestChange = Long.MAX_VALUE;

    private int[] located = {};
    private long arrivals;
    private long unknownRetractions;

    private record Change(SessionPartition partition, long time) {}

    /**
     * A session as it was.
     *
     * @param last the time of its last row
     * @param born when its first row came
     */
    private record Due(long last, long born, SessionPartition partition) {

        static final Comparator<Due> ORDER = Comparator.comparingLong(Due::last).thenComparingLong(Due::born);
    }

    public RevisedSessionsOperator(AssignSessions node, OperatorSettings settings) {
        Schema inputSchema = node.input().schema();
        timeColumn = node.timeColumn();
        eventTime = new EventTime(inputSchema.type(timeColumn));
        emission = node.emission();
        times = new SessionTimes(node.gap(), eventTime.resolution(), emission.allowedLateness());
        round = new WindowRound(
                node.schema(), node.clock(), eventTime.resolution(), new LateRows(List.of(inputSchema), settings));
        watermarks = round.watermarks();
        everyChange = settings.everyChange();
        earlyTimes = new EarlyTimes(emission.every(), eventTime.resolution());
        partitions = new SessionPartitions(inputSchema, node.partitionKeys(), node.gap());
        rows = new RowStore(inputSchema, EXTRA_WORDS);
        output = new SessionChanges(
                rows, inputSchema.size(), new LocalTime(node.zone()), node.gap(), eventTime.resolution());
    }

    @Override
    public void receive(int number, ChangeBatch batch, Tick tick, Output out) {
        round.add(batch);
    }

    @Override
    public void advance(long position, Tick tick, Output out) {
        advance(position, everyChange, tick, out);
    }

    /** @param settles whether the sessions that have changed are told in any case */
    private void advance(long end, boolean settles, Tick tick, Output out) {
        List<ChangeBatch> batches = round.begin(tick);
        Progress progress = new Progress(earlyTimes.positions(watermarks));
        for (ChangeBatch batch : batches) {
            if (batch.size() > 0) {
                take(batch, progress, out);
            }
        }
        round.endInput();
        if (settles) {
            progress.settle();
        }
        progress.to(Long.MAX_VALUE);
        release(watermarks.after());
        if (output.flush(watermarks.all(), out)) {
            round.noteEmitted();
        }
        round.end(end, out);
    }

    @Override
    public void endTick(long position, Tick tick, Output out) {
        advance(position, true, tick, out);
    }

    private void take(ChangeBatch batch, Progress progress, Output out) {
        LongColumn column = batch.longs(timeColumn);
        if (located.length < batch.size()) {
            located = new int[batch.size()];
        }
        partitions.locate(batch, located);
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            progress.to(batch.position(row));
            if (output.isFull()) {
                output.flush(watermarks.all(), out);
            }
            if (column.isNull(row)) {
                output.flush(watermarks.all(), out);
                throw EventTime.failure(batch, i);
            }
            take(batch, row, located[i], eventTime.micros(column.values()[row]), progress);
        }
    }

    private void take(ChangeBatch batch, int row, int address, long time, Progress progress) {
        long watermark = watermarks.before(batch.position(row));
        SessionPartition partition = partitions.find(address);
        int near = partition == null ? -1 : partition.near(time);
        if (near < 0 && times.isOver(time, watermark)) {
            round.leaveOut(batch, row);
        } else if (RowKind.isRetraction(batch.kind(row))) {
            takeBack(batch, row, partition, time, progress);
        } else {
            int number = rows.add(batch, row);
            rows.setExtra(number, ARRIVAL, ++arrivals);
            rows.setExtra(number, TOLD_FIRST, UNTOLD);
            SessionPartition into = partition == null ? partitions.add(address) : partition;
            into.insert(time, number);
            progress.changed(into, time);
        }
    }

    private void takeBack(
            ChangeBatch batch, int row, @Nullable SessionPartition partition, long time, Progress progress) {
        int place = partition == null ? 0 : partition.firstAfter(time) - 1;
        while (partition != null && place >= 0 && partition.time(place) == time) {
            int number = partition.row(place);
            if (rows.equals(number, batch, row)) {
                untell(number, batch.position(row));
                partition.remove(place, place + 1);
                output.free(number);
                progress.changed(partition, time);
                return;
            }
            place--;
        }
        unknownRetractions++;
    }

    /** What goes out of the round, in the order of positions. */
    private final class Progress {

        private final long[] early;
        private int next;

        Progress(long[] early) {
            this.early = early;
        }

        void changed(SessionPartition partition, long time) {
            changes.add(new Change(partition, time));
            earliestChange = Math.min(earliestChange, time);
        }

        /** The rows of another position come next. */
        void to(long nextPosition) {
            if (nextPosition == changedAt) {
                return;
            }
            long watermark = nextPosition == Long.MAX_VALUE ? watermarks.after() : watermarks.before(nextPosition);
            if (everyChange || isDue(watermark, nextPosition)) {
                settle();
            }
            if (nextPosition < Long.MAX_VALUE) {
                changedAt = nextPosition;
                changedWatermark = watermark;
            }
            while (next < early.length && early[next] <= nextPosition) {
                completeUpTo(watermark, early[next]);
                tellTouched(watermarks.emittedAt(early[next]));
                next++;
            }
            completeUpTo(watermark, nextPosition);
            if (nextPosition < Long.MAX_VALUE) {
                release(watermark);
            }
        }

        /** Whether something goes out or is given up as of a position, before which the sessions must be those that they are. */
        private boolean isDue(long watermark, long nextPosition) {
            // The watermark is told on, so that what has changed must go out before it passes that.
            return !changes.isEmpty() && watermark > changedWatermark && times.isComplete(earliestChange, watermark)
                    || !completions.isEmpty()
                            && times.isComplete(completions.peek().last(), watermark)
                    || !releases.isEmpty() && times.isOver(releases.peek().last(), watermark)
                    || next < early.length && early[next] <= nextPosition;
        }

        /** All rows of the position have come: sessions that are others now are told, if that is due. */
        void settle() {
            for (Change change : changes) {
                SessionPartition partition = change.partition();
                int after = partition.firstAfter(change.time());
                // A row that went may have left a session on either side.
                if (after > 0) {
                    update(partition, after - 1);
                }
                if (after < partition.size() && (after == 0 || partition.first(after) == after)) {
                    update(partition, after);
                }
                if (partition.size() == 0) {
                    partitions.drop(partition);
                }
            }
            changes.clear();
            earliestChange = Long.MAX_VALUE;
        }

        private void update(SessionPartition partition, int place) {
            int first = partition.first(place);
            int end = partition.end(place);
            Due due = due(partition, first, end);
            releases.add(due);
            if (emission.onChange() || times.isComplete(due.last(), changedWatermark)) {
                tell(partition, first, end, changedAt);
                return;
            }
            completions.add(due);
            if (emission.every() > 0) {
                touched.add(due);
                return;
            }
            for (int i = first; i < end; i++) {
                untell(partition.row(i), changedAt);
            }
        }
    }

    private Due due(SessionPartition partition, int first, int end) {
        long born = IntStream.range(first, end)
                .mapToLong(place -> rows.extra(partition.row(place), ARRIVAL))
                .min()
                .orElseThrow();
        return new Due(partition.time(end - 1), born, partition);
    }

    /** The first place of the session that something is due of; -1 if it has become another. */
    private int firstOf(Due due) {
        SessionPartition partition = due.partition();
        int last = partition.firstAfter(due.last()) - 1;
        if (last < 0 || partition.time(last) != due.last() || partition.end(last) != last + 1) {
            return -1;
        }
        int first = partition.first(last);
        return due(partition, first, last + 1).born() == due.born() ? first : -1;
    }

    /** Puts out the sessions that are complete before a position. */
    private void completeUpTo(long watermark, long position) {
        while (!completions.isEmpty() && times.isComplete(completions.peek().last(), watermark)) {
            Due due = completions.peek();
            long reachedAt = watermarks.reaches(times.last(due.last()));
            if (reachedAt > position) {
                return;
            }
            completions.remove();
            int first = firstOf(due);
            if (first >= 0) {
                int end = due.partition().end(first);
                tell(due.partition(), first, end, watermarks.emittedAt(reachedAt));
            }
        }
    }

    private void tellTouched(long position) {
        List<Due> sessions = touched.stream().sorted(Due.ORDER).toList();
        touched.clear();
        for (Due due : sessions) {
            int first = firstOf(due);
            if (first >= 0) {
                tell(due.partition(), first, due.partition().end(first), position);
            }
        }
    }

    /** The rows of a session go out with it, those that did with another are taken back before. */
    private void tell(SessionPartition partition, int first, int end, long position) {
        long firstTime = partition.time(first);
        long lastTime = partition.time(end - 1);
        int[] changed = IntStream.range(first, end)
                .map(partition::row)
                .filter(row -> rows.extra(row, TOLD_FIRST) != firstTime || rows.extra(row, TOLD_LAST) != lastTime)
                .boxed()
                .sorted(Comparator.comparingLong(row -> rows.extra(row, ARRIVAL)))
                .mapToInt(Integer::intValue)
                .toArray();
        for (int row : changed) {
            untell(row, position);
        }
        for (int row : changed) {
            output.add(row, RowKind.PLUS_I, firstTime, lastTime, position);
            rows.setExtra(row, TOLD_FIRST, firstTime);
            rows.setExtra(row, TOLD_LAST, lastTime);
        }
    }

    private void untell(int row, long position) {
        long firstTime = rows.extra(row, TOLD_FIRST);
        if (firstTime != UNTOLD) {
            output.add(row, RowKind.MINUS_D, firstTime, rows.extra(row, TOLD_LAST), position);
            rows.setExtra(row, TOLD_FIRST, UNTOLD);
        }
    }

    /** Gives up the sessions that no row revises any more. */
    private void release(long watermark) {
        while (!releases.isEmpty() && times.isOver(releases.peek().last(), watermark)) {
            Due due = releases.remove();
            int first = firstOf(due);
            if (first < 0) {
                continue;
            }
            SessionPartition partition = due.partition();
            int end = partition.end(first);
            for (int place = first; place < end; place++) {
                output.free(partition.row(place));
            }
            partition.remove(first, end);
            if (partition.size() == 0) {
                partitions.drop(partition);
            }
        }
    }

    @Override
    public long timerMillis() {
        if (completions.isEmpty()) {
            return Long.MAX_VALUE;
        }
        long due = completions.peek().last() + times.gap();
        return round.timerMillis(Math.min(due, touched.isEmpty() ? Long.MAX_VALUE : earlyTimes.next()));
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
        return rows.bytes() + partitions.bytes();
    }

    @Override
    public void snapshot(int first, int last, StateWriter writer) {
        writer.writeLong(FORMAT);
        round.snapshot(first, last, writer);
        writer.writeLong(first == 0 ? unknownRetractions : 0);
        writer.writeLong(arrivals);
        writer.writeLong(earlyTimes.reached());
        for (SessionPartition partition : partitions.write(first, last, writer)) {
            partitions.writeKey(partition, writer);
            writer.writeLong(partition.size());
            for (int place = 0; place < partition.size(); place++) {
                writer.writeLong(partition.time(place));
                rows.write(partition.row(place), writer);
            }
        }
    }

    @Override
    public void restore(StateReader reader) {
        Formats.require(FORMAT, reader.readLong(), "sessions that are revised");
        round.restore(reader);
        unknownRetractions += reader.readLong();
        arrivals = Math.max(arrivals, reader.readLong());
        earlyTimes.restore(reader.readLong());
        for (long left = partitions.read(reader); left > 0; left--) {
            SessionPartition partition = partitions.readKey(reader);
            for (long count = reader.readLong(); count > 0; count--) {
                partition.insert(reader.readLong(), rows.read(reader));
            }
            for (int place = 0; place < partition.size(); place = partition.end(place)) {
                restored(due(partition, place, partition.end(place)));
            }
        }
    }

    /** What has gone out already goes out once more without effect. */
    private void restored(Due due) {
        completions.add(due);
        releases.add(due);
        if (emission.every() > 0) {
            touched.add(due);
        }
    }
}
