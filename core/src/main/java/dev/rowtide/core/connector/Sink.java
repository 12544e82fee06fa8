// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;

/** Where a table's changes go. */
public interface Sink {

    /** How a sink reads a changelog, declared so that a query that it couldn't read is refused before the job starts. */
    enum Encoding {
        /** Inserts only; updates are refused. */
        APPEND,
        /** Puts and deletes by the table's primary key. */
        UPSERT,
        /** All four kinds, whole rows. */
        RETRACT
    }

    /** How it reads a changelog. */
    Encoding encoding();

    /** Whether a delete may carry the key columns only, the others NULL; asked of upsert sinks. */
    default boolean acceptsKeyOnlyDeletes() {
        return false;
    }

    /**
     * Opens it for writing.
     *
     * @param names the names of the columns that will be written
     * @param mode the kinds that will come
     * @throws dev.rowtide.core.error.EngineException if the output can't be opened, or exists and may not be replaced
     */
    SinkWriter open(List<String> names, ChangelogMode mode);
}
