// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a table's changes go. */
public interface Sink {

    /** How a sink reads a changelog, declared so that a query that it couldn't read is refused before the job starts. */
    enum Encoding {
        /** Inserts only; updates are refused. */
        APPEND,
        /** Puts and deletes by the table's primary key. */
        UPSERT,
        /** All four kinds, whole rows. */
        RETRACT,
        /** What is to be added to the columns outside of the primary key; only of additive aggregates. */
        DELTA
    }

    /** How it reads a changelog. */
    Encoding encoding();

    /** Whether a delete may carry the key columns only, the others NULL; asked of upsert sinks. */
    default boolean acceptsKeyOnlyDeletes() {
        return false;
    }

    /** Whether those who read what it writes tell rows apart by the primary key, so that there may be one row for each only. */
    default boolean holdsOneRowPerKey() {
        return encoding() == Encoding.UPSERT;
    }

    /** What it writes, in the connector's own terms such as the real path of a file; null when nothing could read that. */
    default @Nullable String writes() {
        return null;
    }

    /** Whether it writes what another sink of its connector does, which {@code place}, its {@link #writes}, names. */
    default boolean writes(String place) {
        return place.equals(writes());
    }

    /**
     * Makes it ready for writing and finds out whether that can work. Nothing outside is changed before the first {@link SinkWriter#write},
     * {@link SinkWriter#endTick} or {@link SinkWriter#finish}, so that a job of several sinks is refused as a whole.
     *
     * @param names the names of the columns that will be written
     * @param mode the kinds that will come
     * @throws dev.rowtide.core.error.EngineException if the output can't be opened, or exists and may not be replaced
     */
    SinkWriter open(List<String> names, ChangelogMode mode);
}
