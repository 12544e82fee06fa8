// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/** What is kept of the rows of one window until it is complete. */
interface Pane {

    /** Takes rows of the window in. */
    void add(int input, ChangeBatch batch);

    /**
     * Puts out the result of the window, all inserted; the pane is not used afterwards.
     *
     * @param start where the window starts
     * @param end where it ends
     * @param position the position of all changes
     */
    void fire(long start, long end, long position, Tick tick, Output output);

    /** Writes what is kept of some virtual partitions; what has no key is of partition 0. */
    void snapshot(int first, int last, StateWriter writer);

    /** Adds what {@link #snapshot} wrote. */
    void restore(StateReader reader);

    /** The retractions so far that had no effect. */
    long unknownRetractions();

    /** The heap occupied, bytes. */
    long bytes();
}
