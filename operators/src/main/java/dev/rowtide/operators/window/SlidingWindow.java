// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.NavigableMap;

/**
 * What the window that is due next has, merged of its slices, and kept as the window moves on: so that a window costs what its new slice and the one that left cost, however
 * many slices it has.
 */
interface SlidingWindow {

    /**
     * One for the slices of windows.
     *
     * @param slices by their ends
     */
    static SlidingWindow of(GroupsPane.Maker panes, NavigableMap<Long, GroupsPane> slices) {
        GroupsPane empty = panes.of(0, 0);
        return empty.isInvertible() ? new SubtractedSlices(panes) : new StackedSlices(panes, slices);
    }

    /** Takes the next slice in, which ends behind all that it has. */
    void push(long end, GroupsPane slice);

    /** Lets the first slice go. It may be one that was never pushed. */
    void pop(long end, GroupsPane slice);

    /** A slice that it has gets these rows, which are all inserted. */
    void add(long end, ChangeBatch rows);

    /** What the window has. */
    GroupsPane at(long start, long end);

    /** Forgets all slices. */
    void clear();

    /** Where the last slice ends that it has; {@link Long#MIN_VALUE} for none. */
    long pushedTo();

    /** Writes what is kept of some virtual partitions. */
    void snapshot(int first, int last, StateWriter writer);

    /** Adds what {@link #snapshot} wrote. */
    void restore(StateReader reader);

    /** The heap occupied, bytes. */
    long bytes();
}
