// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/** A way to keep the rows of partitions that are in the result or may come into it. */
interface Ranking {

    /** Is told positions. */
    @FunctionalInterface
    interface Positions {

        /** The next change is one of {@code position}: what came before is complete, if that was another. */
        void reach(long position);
    }

    /** Takes in the changes of a batch, telling the position of each that has an effect. */
    void apply(ChangeBatch batch, long nowMillis, Positions positions);

    /** Takes in the changes of a batch in a tick of which nothing is complete before its end. */
    default void applyInTick(ChangeBatch batch, long nowMillis) {
        apply(batch, nowMillis, position -> {});
    }

    /** Whether {@link #passOn} is to be called for rows that are alone at their positions, or else {@link #applyLone}. */
    default boolean passesOn() {
        return false;
    }

    /**
     * Takes in rows that are each alone at their position, all changes before them being complete, and complete themselves afterwards: they are the new rows of the
     * result as they are.
     *
     * @return the changes of the result
     */
    default ChangeBatch passOn(ChangeBatch batch, long nowMillis) {
        throw new UnsupportedOperationException();
    }

    /** Whether {@link #applyLone} may be called. */
    default boolean appliesLone() {
        return false;
    }

    /**
     * Takes in rows that are each alone at their position, all changes before them being complete, and collects the effect of each at once, telling the position of each
     * that has one.
     */
    default void applyLone(ChangeBatch batch, long nowMillis, Positions positions) {
        throw new UnsupportedOperationException();
    }

    /** Collects the net effect of all changes since the last call. */
    void complete();

    /** Where net effects are collected. */
    RowChanges changes();

    /** Whether some partitions are too old. */
    boolean hasExpired(long nowMillis);

    /** No partition is too old before this time. */
    long nextExpiryMillis();

    /** Takes out the partitions that are too old, as part of the net effect of what comes next; how many. */
    int expire(long nowMillis);

    /** The retractions of rows that were not there. */
    default long unknownRetractions() {
        return 0;
    }

    /** As {@link dev.rowtide.operators.Operator#snapshot} says. */
    void snapshot(int first, int last, StateWriter writer);

    /** As {@link dev.rowtide.operators.Operator#restore} says. */
    void restore(StateReader reader);

    /** The heap occupied, bytes. */
    long bytes();
}
