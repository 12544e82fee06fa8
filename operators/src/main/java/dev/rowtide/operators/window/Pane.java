// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/**
 * What is kept of the rows of one window: until its result goes out, or as long as it may be revised. Rows are {@linkplain #add added} before that, and afterwards
 * {@linkplain #revise revise} what went out.
 */
interface Pane {

    /** Takes rows of the window in, of which nothing goes out yet. */
    void add(int input, ChangeBatch batch);

    /** The round is over, in which rows were added: no more of their batches is held than belongs to the window. */
    void endRound();

    /** Whether rows may have been added since something was put out. */
    boolean isPending();

    /**
     * Puts out the result of the window, or what has changed since it was last put out.
     *
     * @param position the position of all changes
     */
    void fire(long position, Tick tick, Output output);

    /** Takes rows of whole positions in, whose effect goes out no later than {@link #settle}. */
    void revise(int input, ChangeBatch batch, Tick tick, Output output);

    /** All rows below a position have come. */
    void settle(long position, Tick tick, Output output);

    /** Writes what is kept of some virtual partitions; what has no key is of partition 0. */
    void snapshot(int first, int last, StateWriter writer);

    /** Adds what {@link #snapshot} wrote. */
    void restore(StateReader reader);

    /** The retractions so far that had no effect. */
    long unknownRetractions();

    /** The heap occupied, bytes. */
    long bytes();
}
