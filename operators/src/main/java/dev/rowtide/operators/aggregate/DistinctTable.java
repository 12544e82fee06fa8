// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.function.LongPredicate;

/** The values of groups, by the group's number and the value, with a bit per filter that says whether the value is there. */
sealed interface DistinctTable permits DistinctWords, DistinctRecords {

    /**
     * Puts values in.
     *
     * @param rows the rows of the steps that have them, of which the first {@code n} count
     * @param passed the filters that each passes, at least one; receives those by which the value was not there
     */
    void add(Steps steps, int[] rows, int n, long[] passed);

    /** The values that are there. */
    int size();

    /** Takes out the values of some groups. */
    void removeGroups(LongPredicate which);

    /** Writes the values of some groups. */
    void snapshot(LongPredicate which, StateWriter writer);

    /** Adds what {@link #snapshot} wrote. */
    void restore(StateReader reader);

    /** The heap occupied, bytes. */
    long bytes();
}
