// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.operators.Tick;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/** A way of joining: what is kept of the inputs, and how the result follows from their changes. */
interface JoinMethod {

    /** Stands for the position of each row. No row has it: that of a global aggregate without input may lie at -1. */
    long OWN_POSITION = Long.MIN_VALUE;

    /**
     * Takes the changes of both inputs.
     *
     * @param position where all of them happen, as one step; or {@link #OWN_POSITION}: each position is a step
     * @throws dev.rowtide.operators.RowFailure if the condition fails on rows; the results of all positions before have been put out
     */
    void process(MergedRows rows, long position, Tick tick);

    /** Whether the result tells which rows of some input have expired. */
    boolean tellsExpiry();

    /** Whether some rows are too old. */
    boolean hasExpired(long nowMillis);

    /** No row is too old before this time. */
    long nextExpiryMillis();

    /** Forgets the rows that are too old on sides of which the result doesn't tell. */
    void forgetExpired(long nowMillis);

    /**
     * Takes changes of both inputs, and takes out the rows that are too old on sides of which the result tells, as one step.
     *
     * @param rows the changes of one position; before the first chunk
     * @throws dev.rowtide.operators.RowFailure as {@link #process} does
     */
    void expire(MergedRows rows, long position, Tick tick);

    long expired();

    /** Where the results go. */
    JoinOutput output();

    /** Whether the rows of one step may be given in parts. */
    boolean partsSteps();

    long unknownRetractions();

    void snapshot(int first, int last, StateWriter writer);

    void restore(StateReader reader);

    long bytes();
}
