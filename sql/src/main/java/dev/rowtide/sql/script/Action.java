// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.script;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.plan.RowOrdering;
import dev.rowtide.core.plan.SinkNode;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement asks of the engine, after the SQL front has done its part. */
public sealed interface Action {

    /**
     * Nothing more: a definition was made or dropped.
     *
     * @param message what was done, for people
     */
    record Done(String message) implements Action {}

    /**
     * Rows that the SQL front knows: SHOW, DESCRIBE, EXPLAIN.
     *
     * @param schema the columns
     * @param rows a datum per column
     */
    record Listing(Schema schema, List<List<@Nullable Object>> rows) implements Action {}

    /**
     * A plan as text.
     *
     * @param text lines ended by line feeds
     */
    record Explanation(String text) implements Action {}

    /**
     * {@code SET key = value}; without a value {@code SET key}, which shows one; with nulls {@code SET} alone, which
     * lists all.
     *
     * @param key the setting's name as written, or null
     * @param value its text, or null
     */
    record Set(@Nullable String key, @Nullable String value) implements Action {}

    /**
     * {@code RESET key}, or with null RESET of all.
     *
     * @param key the setting's name as written, or null
     */
    record Reset(@Nullable String key) implements Action {}

    /** {@code SHOW DROPPED}: the rows that the session's jobs left out. */
    record ShowDropped() implements Action {}

    /**
     * {@code CREATE FUNCTION}: whoever runs it has to load the class.
     *
     * @param name the function's name
     * @param parameters the types of its arguments
     * @param result the type of its value
     * @param className the class that it is
     * @param jar the path of the jar that has the class; null if the class path has it
     */
    record CreateFunction(
            String name,
            List<Type> parameters,
            Type result,
            String className,
            @Nullable String jar) implements Action {}

    /**
     * A query whose changes go to whoever asked.
     *
     * @param schema its columns
     * @param ordering how the table that it ends with is to be ordered; null for any order
     * @param notices what its author should know of, for people
     * @param planner plans it into a sink
     */
    record Query(Schema schema, @Nullable RowOrdering ordering, List<String> notices, QueryPlanner planner)
            implements Action {}

    /**
     * One or more INSERTs, run as one job.
     *
     * @param sinks a root for each; shared subplans are one node
     * @param notices what their author should know of, for people
     */
    record Inserts(List<SinkNode> sinks, List<String> notices) implements Action {}

    /** Plans a query into a sink that the engine provides. */
    @FunctionalInterface
    interface QueryPlanner {

        /**
         * The plan of the query, its changes going to {@code sink}.
         *
         * @param table describes the sink; its schema is the query's, or that of its ordering if it has one
         */
        SinkNode plan(Table table, Sink sink);
    }
}
