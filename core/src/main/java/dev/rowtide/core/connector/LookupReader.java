// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.batch.Column;

/** Asks a table outside. Called by one thread. */
public interface LookupReader extends AutoCloseable {

    /**
     * The rows of some keys, as they are now. A row belongs to a key if its key columns are exactly equal to it, whatever the table outside takes for equal.
     *
     * @param keys the values of the key columns: a column for each, of the table's types up to the length of texts; no NULLs, no two keys the same
     * @param count how many keys
     * @throws dev.rowtide.core.error.EngineException if the table can't be read, after it was tried as often as its options say
     */
    LookupAnswer rows(Column[] keys, int count);

    /**
     * All rows of the table, as they are now.
     *
     * @throws dev.rowtide.core.error.EngineException as {@link #rows} does
     */
    LookupAnswer allRows();

    @Override
    void close();
}
