// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import org.jspecify.annotations.Nullable;

/** A way to keep the rows of partitions that are in the result or may come into it. */
interface Ranking {

    /** Is told positions. */
    @FunctionalInterface
    interface Positions {

        /** The next change is one of {@code position}: what came before is complete, if that was another. */
        void reach(long position);
    }

    /** A way for rows that are each alone at their position: it takes them in, and collects the effect of each at once, telling the position of each that has one. */
    @FunctionalInterface
    interface Steps {

        /** Takes in rows, all changes before them being complete. */
        void apply(ChangeBatch rows, long nowMillis, Positions positions);
    }

    /** A way for rows that are each alone at their position and are, where they have an effect, the new rows of the result as they are. */
    @FunctionalInterface
    interface Passage {

        /** Takes in rows, all changes before them being complete and sent, and completes them; the changes of the result. */
        ChangeBatch pass(ChangeBatch rows, long nowMillis);
    }

    /** Takes in the changes of a batch, telling the position of each that has an effect. */
    void apply(ChangeBatch batch, long nowMillis, Positions positions);

    /** Takes in the changes of a batch in a tick of which nothing is complete before its end. */
    default void applyInTick(ChangeBatch batch, long nowMillis) {
        apply(batch, nowMillis, position -> {});
    }

    /** The faster way for rows that are alone at their positions, if it has one. */
    default @Nullable Steps steps() {
        return null;
    }

    /** The fastest way for rows that are alone at their positions, if it has one: it goes before {@link #steps}. */
    default @Nullable Passage passage() {
        return null;
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
