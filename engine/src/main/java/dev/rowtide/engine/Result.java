// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.type.Schema;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement gives back. */
public sealed interface Result extends Iterable<Change>, AutoCloseable
        permits Result.Message, Result.Listing, Result.Text, QueryResult, InsertResult {

    /** The columns of its rows; none where there are no rows. */
    default Schema schema() {
        return Schema.of();
    }

    /** Its changes; none for statements that are not queries. */
    @Override
    default Iterator<Change> iterator() {
        return List.<Change>of().iterator();
    }

    /** Stops whatever still runs and releases it. */
    @Override
    default void close() {}

    /**
     * A statement that was carried out.
     *
     * @param text what was done
     */
    record Message(String text) implements Result {}

    /**
     * Fixed rows: SHOW, DESCRIBE, SET.
     *
     * @param schema the columns
     * @param rows a datum per column ({@link dev.rowtide.core.batch.Datum})
     */
    record Listing(Schema schema, List<List<@Nullable Object>> rows) implements Result {}

    /**
     * Text in lines: EXPLAIN.
     *
     * @param text lines ended by line feeds
     */
    record Text(String text) implements Result {}
}
