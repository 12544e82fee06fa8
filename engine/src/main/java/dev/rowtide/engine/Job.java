// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.connector.SinkWriter;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.type.Schema;
import dev.rowtide.engine.runner.Feed;
import dev.rowtide.engine.runner.Graph;
import dev.rowtide.engine.tick.Sequencer;
import dev.rowtide.engine.tick.TickPolicy;
import dev.rowtide.engine.tick.Ticks;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A running job: sources, operators and sinks, moved on by {@link #step} in the caller's thread. {@link #cancel} may
 * come from any thread.
 */
public final class Job implements AutoCloseable {

    private static final String RETRACTION_EXAMPLE = "shown by SET 'validate-changelog' = 'true'";
    private static final String PAIR_EXAMPLE = "the two rows of an update are read one after the other, in one tick";
    private static final String LATE_EXAMPLE =
            "the watermark had passed its event time; a longer delay in the table's WATERMARK waits for such rows";

    private static final String EXPIRED_EXAMPLE = "no change had come for the time that EXPLAIN CHANGELOG_MODE tells";

    private final Sequencer sequencer;
    private final Graph graph;
    private final LookupReaders lookups;
    /** By root; roots that write into one table share its writer. */
    private final List<SinkWriter> writers;

    private final List<SinkWriter> distinctWriters;
    private final ChangelogMode mode;
    private final BadRecordPolicy badRecords;
    private final TickPolicy policy;
    private final Ticks ticks;
    private final EngineClock clock;
    private final Dropped dropped;
    private final MemoryLimit memoryLimit;
    private final SilentSources silent;
    private final List<String> warnings;
    private final JobSummary.Counter counter = new JobSummary.Counter();
    private final long startMillis;
    private long rowsRead;
    private boolean ended;
    private boolean closed;
    private volatile boolean cancelled;

    Job(
            Sequencer sequencer,
            Graph graph,
            LookupReaders lookups,
            List<SinkWriter> writers,
            ChangelogMode mode,
            BadRecordPolicy badRecords,
            JobSettings settings,
            EngineClock clock,
            Dropped dropped,
            List<String> warnings) {
        this.sequencer = sequencer;
        this.graph = graph;
        this.lookups = lookups;
        this.writers = writers;
        this.distinctWriters = writers.stream().distinct().toList();
        this.mode = mode;
        this.badRecords = badRecords;
        this.policy = settings.ticks();
        this.ticks = new Ticks(policy, clock::nowMillis);
        this.clock = clock;
        this.dropped = dropped;
        this.memoryLimit = new MemoryLimit(settings.memoryLimitBytes());
        this.warnings = List.copyOf(warnings);
        this.startMillis = clock.nowMillis();
        this.silent = new SilentSources(
                sequencer.feeds(), feed -> graph.watermark(feed.leaf()), settings.idleTimeoutMillis(), startMillis);
    }

    /**
     * Moves the job on by a round, or waits a little when its sources have nothing.
     *
     * @return whether there may be more to do
     * @throws EngineException if the job fails; what was before the failure is written, and the job has ended
     */
    public boolean step() {
        if (ended) {
            return false;
        }
        try {
            return cancelled ? end() : advance();
        } catch (RuntimeException e) {
            ended = true;
            throw e;
        } catch (OutOfMemoryError e) {
            ended = true;
            throw MemoryLimit.heapExhausted(graph, e);
        }
    }

    private boolean advance() {
        long now = ticks.nowMillis();
        letTimePass(now);
        boolean expired = expire(now);
        Sequencer.Taken taken = take(now);
        if (taken != null) {
            Tick tick = ticks.open(now);
            ChangeBatch batch = taken.batch();
            if (!policy.batch()) {
                silent.raiseEnded(
                        taken.feed(), (feed, watermark) -> raise(feed, watermark, batch.position(batch.row(0)), tick));
            }
            rowsRead += taken.batch().size();
            ticks.took(taken.batch().size());
            graph.round(taken.feed().leaf(), taken.batch(), sequencer.nextPosition(), tick);
            silent.hasSent(taken.feed(), now);
            failIfFailed(tick);
            failIfTooLarge(tick);
        } else if (sequencer.ended()) {
            return endOfInput(now);
        }
        boolean raised = !policy.batch()
                && silent.raiseIdle(
                        now, (feed, watermark) -> raise(feed, watermark, sequencer.nextPosition(), ticks.open(now)));
        if (ticks.isDue(taken != null || expired || raised, now)) {
            endTick(ticks.open(now));
        }
        if (taken == null) {
            long due = Math.max(now + 1, Math.min(graph.timerMillis(), graph.nextExpiryMillis()));
            clock.await(Math.min(due, ticks.nextWakeMillis(now, sequencer.nextPollMillis(now))));
        }
        return true;
    }

    /** Begins a tick with what is too old by now; whether there was anything. State is as old as the tick that looks at it: an open tick goes on as it began. */
    private boolean expire(long now) {
        if (policy.batch() || ticks.open() != null || graph.nextExpiryMillis() > now || !graph.hasExpired(now)) {
            return false;
        }
        Tick tick = ticks.open(now);
        graph.expire(sequencer.takePosition(), tick);
        failIfFailed(tick);
        return true;
    }

    /** What is due by the clock goes out in a tick of its own, before anything is read. */
    private void letTimePass(long now) {
        if (policy.batch() || graph.timerMillis() > now) {
            return;
        }
        Tick open = ticks.open();
        if (open != null) {
            endTick(open);
        }
        endTick(ticks.open(now));
    }

    /** The next batch; where the source fails, what came before is shown first. */
    private Sequencer.@Nullable Taken take(long now) {
        try {
            return sequencer.take(ticks.rowsWanted(), now);
        } catch (EngineException e) {
            Tick open = ticks.open();
            if (open != null) {
                endTick(open);
            }
            throw e;
        }
    }

    /** The event time of a source has come further than its rows say. */
    private void raise(Feed feed, long watermark, long position, Tick tick) {
        graph.round(feed.leaf(), emptyBatch(feed.leaf(), position, watermark), position, tick);
        failIfFailed(tick);
    }

    private boolean endOfInput(long now) {
        Tick tick = ticks.open(now);
        for (Feed feed : sequencer.feeds()) {
            ChangeBatch last = emptyBatch(feed.leaf(), sequencer.nextPosition(), Watermarks.MAX);
            graph.round(feed.leaf(), last, sequencer.nextPosition(), tick);
        }
        failIfFailed(tick);
        return end();
    }

    private boolean end() {
        if (ticks.open() != null || ticks.areNone()) {
            endTick(ticks.open(ticks.nowMillis()));
        }
        ended = true;
        finish();
        return false;
    }

    private void endTick(Tick tick) {
        graph.endTick(sequencer.nextPosition(), tick);
        failIfFailed(tick);
        show(tick);
        ticks.end();
    }

    private void show(Tick tick) {
        distinctWriters.forEach(writer -> writer.beginTick(tick.nowMillis()));
        graph.drain((root, batch) -> {
            counter.count(batch);
            writers.get(root).write(batch);
        });
        distinctWriters.forEach(SinkWriter::endTick);
        badRecords.endTick();
    }

    /**
     * The tick ends before the row that failed: what came before it is shown, then the job fails. A tick does not show
     * at all when it is a batch run's only one, or when changes are consolidated and branches of the plan, or workers,
     * that did not fail hold effects of later rows.
     */
    private void failIfFailed(Tick tick) {
        RowFailure failure = graph.failure();
        if (failure == null) {
            return;
        }
        EngineException error = failure.error();
        if (policy.everyChange() || graph.endsAtFailure() && !policy.batch()) {
            graph.endTick(failure.position(), tick);
            show(tick);
        } else {
            graph.discard();
            error = withMore(error, "nothing of the flush that it belongs to is shown");
        }
        String place = sequencer.place(failure.position());
        throw place == null ? error : withMore(error, "read from " + place);
    }

    /** What was read before is shown, but by a batch run, which shows all or nothing. */
    private void failIfTooLarge(Tick tick) {
        if (memoryLimit.isExceeded(graph)) {
            EngineException error = memoryLimit.exceeded(graph);
            if (!policy.batch()) {
                endTick(tick);
            }
            throw error;
        }
    }

    private static EngineException withMore(EngineException error, String detail) {
        String before = error.detail();
        if (before == null) {
            return error.withDetail(detail);
        }
        String bare = before.endsWith(".") ? before.substring(0, before.length() - 1) : before;
        return error.withDetail(bare + "; " + detail);
    }

    private void finish() {
        countWrongChanges();
        distinctWriters.forEach(SinkWriter::finish);
        badRecords.finish();
    }

    private void countWrongChanges() {
        boolean expires = !graph.expired().isEmpty();
        graph.unknownRetractions()
                .forEach((node, rows) -> dropped.set(
                        node,
                        expires
                                ? "retraction of a row expired or never inserted"
                                : "retraction of a row never inserted",
                        rows,
                        RETRACTION_EXAMPLE));
        graph.expired().forEach((node, rows) -> dropped.set(node, Dropped.EXPIRED, rows, EXPIRED_EXAMPLE));
        graph.unpairedUpdates()
                .forEach((node, rows) -> dropped.set(node, "-U without a +U, taken as a delete", rows, PAIR_EXAMPLE));
        graph.lateRows().forEach((node, rows) -> dropped.set(node, "late row", rows, LATE_EXAMPLE));
    }

    private static ChangeBatch emptyBatch(PlanNode leaf, long position, long watermark) {
        Schema schema = leaf.schema();
        Column[] columns = new Column[schema.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ColumnBuilder.of(schema.type(i).storage()).build();
        }
        return ChangeBatch.inserts(0, columns, position, Watermarks.constant(watermark));
    }

    /** Runs the job to its end, or until it is cancelled. */
    public JobSummary run() {
        while (step()) {
            // the work is in step
        }
        return summary();
    }

    /** The kinds of change that the sinks are sent, together. */
    ChangelogMode mode() {
        return mode;
    }

    /** Asks the job to end well after the round that runs now. May be called from any thread. */
    public void cancel() {
        cancelled = true;
    }

    /** Whether {@link #cancel} was called. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** What the job has done so far. */
    public JobSummary summary() {
        countWrongChanges();
        return counter.summary(rowsRead, dropped, elapsedMillis());
    }

    /** The changes taken from the sources so far. */
    public long rowsRead() {
        return rowsRead;
    }

    /** How long the job has run, milliseconds. */
    public long elapsedMillis() {
        return clock.nowMillis() - startMillis;
    }

    /** The share of the input that was read, 0 to 1, or NaN when unknown. */
    public double progress() {
        return sequencer.progress();
    }

    /** What may become of the job that its user should know, a sentence each. */
    public List<String> warnings() {
        return warnings;
    }

    /** What its user should know about what was read so far, a sentence each. */
    public List<String> remarks() {
        return sequencer.feeds().stream()
                .flatMap(feed -> feed.remarks().stream())
                .toList();
    }

    /** The heap that the operators' state occupies, bytes, estimated from below. */
    public long stateBytes() {
        return graph.stateBytes().values().stream().mapToLong(Long::longValue).sum();
    }

    /** The kinds of rows left out so far. */
    public Dropped dropped() {
        return dropped;
    }

    /** Whether {@link #close} was called. */
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        ended = true;
        countWrongChanges();
        sequencer.close();
        graph.close();
        lookups.close();
        distinctWriters.forEach(SinkWriter::close);
        badRecords.close();
    }
}
