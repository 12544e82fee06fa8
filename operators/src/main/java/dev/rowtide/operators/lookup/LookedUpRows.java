// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.lookup;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/** What is known of the rows of a table outside, by key. Rows have numbers, which hold until the next {@link #find}. */
sealed interface LookedUpRows permits LookupCache, WholeTable {

    /** The number of no row. */
    int NONE = -1;

    /**
     * Finds the rows of many keys, and asks for those that are not known.
     *
     * @param batch has the keys, none of them NULL
     * @param keyColumns where
     * @param rows the physical rows to take, of which the first {@code n} count
     * @param first receives the number of the first row of each key, or {@link #NONE}
     * @throws dev.rowtide.core.error.EngineException if the table can't be read
     */
    void find(ChangeBatch batch, int[] keyColumns, int[] rows, int n, long nowMillis, int[] first);

    /** After a failure: of the rows that {@link #find} was given, the first of which the key had to be asked for. */
    int firstAsked();

    /** Whether it is known that no key has several rows. */
    boolean isUnique();

    /** The row behind a row of the same key, or {@link #NONE}. */
    int next(int number);

    /**
     * A column of the table.
     *
     * @param numbers the rows to take, of which the first {@code n} count, {@link #NONE} for NULL
     */
    Column column(int column, int[] numbers, int n);

    /** Appends the value of a row in a column of the table. */
    void append(int number, int column, ColumnBuilder builder);

    /** Writes what belongs to some virtual partitions. */
    void snapshot(int first, int last, StateWriter writer);

    /** Adds what {@link #snapshot} wrote. */
    void restore(StateReader reader);

    /** The heap occupied, bytes. */
    long bytes();
}
