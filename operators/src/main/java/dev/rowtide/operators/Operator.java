// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * An operator of a running job. One thread at a time calls it; it has no thread, clock, I/O or randomness of its own, and its
 * whole memory between ticks is what {@link #snapshot} writes.
 *
 * <p>A tick is a sequence of rounds. In each, the job pushes one batch of one source through the graph, so that batches
 * reach an operator input by input ({@link #receive}); then it calls {@link #advance} on every operator, in topological
 * order, whether or not anything reached it. After the last round it calls {@link #endTick} on every operator in
 * topological order. Operators before may emit there, so that input may still arrive after the last advance of a tick.
 *
 * <p>Two ways of emitting, fixed when the operator is made:
 *
 * <ul>
 *   <li><em>every change</em>: each input position's net effect goes out under that position, no later than
 *       {@link #advance} past it; the log does not depend on how the input was cut into batches, rounds or ticks;
 *   <li><em>consolidated</em>: the difference between the end of the last tick and of this one goes out in
 *       {@link #endTick}, all of it under the tick's last position, in as many batches as it takes.
 * </ul>
 *
 * <p>The rows of a position never lie in two rounds, but they may lie in several batches of one: the last position of a
 * batch is complete only with a higher one, with {@link #advance} past it, or with {@link #endTick}.
 *
 * <p>A batch without rows counts where its watermark has risen: an operator that withholds rows passes on the time that
 * they carried.
 */
public interface Operator {

    /**
     * Takes the next changes of an input. An operator with one input usually emits their effect at once; one with
     * several may keep the batch until {@link #advance}.
     *
     * @param input the input, from 0, as in {@code PlanNode.inputs()}
     * @param batch positions never fall from one batch of an input to the next; it may have no rows
     * @throws RowFailure if an expression fails on a row; what was emitted before is the effect of all rows before it,
     *     and the operator is not called again
     */
    void receive(int input, ChangeBatch batch, Tick tick, Output output);

    /**
     * Every change below {@code position} has been received on every input, but for what consolidating operators before
     * emit at the tick's end: an operator with several inputs now merges what it kept by position and emits the net
     * effect of each.
     *
     * @throws RowFailure as {@link #receive} does
     */
    default void advance(long position, Tick tick, Output output) {}

    /**
     * The tick is complete on every input: whatever is still held back goes out.
     *
     * @param position the position after the last of the tick; changes that belong to no single position are emitted
     *     under {@code position - 1}
     * @throws RowFailure as {@link #receive} does
     */
    default void endTick(long position, Tick tick, Output output) {}

    /**
     * Whether the operator keeps what no change has come for in its time to live. Asked before the first round of a tick.
     */
    default boolean hasExpired(long nowMillis) {
        return false;
    }

    /** Nothing expires before this time, milliseconds since the epoch; it may be too early. */
    default long nextExpiryMillis() {
        return Long.MAX_VALUE;
    }

    /**
     * Lets go what {@link #hasExpired}, as if its retractions came under {@code position}, which no input has. The job calls it before the first round of a tick on every
     * operator, in topological order, when what those before have let go of has been received; then {@link #advance} and {@link #endTick} on all, so that the tick's own
     * changes meet a state without what is too old.
     *
     * @throws RowFailure as {@link #receive} does
     */
    default void expire(long position, Tick tick, Output output) {}

    /** The keys, or rows, that have expired so far. */
    default long expired() {
        return 0;
    }

    /**
     * Writes the state of the virtual partitions from {@code first} to {@code last}, both included, of
     * {@value StateWriter#PARTITIONS}. Called between ticks. State that is not keyed belongs to partition 0.
     */
    default void snapshot(int first, int last, StateWriter writer) {}

    /**
     * Adds the state that {@link #snapshot} wrote for some partitions; called on a fresh operator, perhaps several times
     * with other partitions. The operator is given keys of these partitions only from then on.
     */
    default void restore(StateReader reader) {}

    /**
     * The retractions so far of rows or keys that were not there: they had no effect. Nothing of a right changelog is
     * among them.
     */
    default long unknownRetractions() {
        return 0;
    }

    /** The {@code -U} so far, in rows that say kinds of change, that no {@code +U} followed: they were taken as deletes. */
    default long unpairedUpdates() {
        return 0;
    }

    /** The rows so far that came when the watermark had passed their event time: they had no effect. */
    default long lateRows() {
        return 0;
    }

    /** The processing time from which on a tick has an effect without any input, milliseconds since the epoch; {@link Long#MAX_VALUE} for none. */
    default long timerMillis() {
        return Long.MAX_VALUE;
    }

    /** The heap that the state occupies, bytes, estimated from below. */
    default long stateBytes() {
        return 0;
    }
}
