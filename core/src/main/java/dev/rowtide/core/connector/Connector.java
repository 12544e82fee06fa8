// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.plan.Table;
import dev.rowtide.core.setting.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of outside system, found through {@link java.util.ServiceLoader} by its name. Cheap to make; whatever is heavy is loaded by the source or sink.
 */
public interface Connector {

    /** The name in {@code WITH (connector = '...')}. */
    String name();

    /** The options it knows; any other in a table's WITH clause is refused by name. */
    List<Setting<?>> options();

    /**
     * A table that was declared without columns, with those that the connector knows, for instance from the head of a file. Options may be added that keep what
     * is read to them.
     *
     * @return null if the connector can't tell
     * @throws dev.rowtide.core.error.EngineException if it could but for an error outside
     */
    default @Nullable Table inferColumns(Table table) {
        return null;
    }

    /**
     * The source of a table.
     *
     * @throws dev.rowtide.core.error.EngineException if the connector has no sources, or an option is wrong
     */
    Source source(Table table);

    /**
     * The table as one that can be asked for the rows of a key.
     *
     * @return null if it can't
     * @throws dev.rowtide.core.error.EngineException if an option is wrong
     */
    default @Nullable LookupTable lookup(Table table) {
        return null;
    }

    /**
     * The sink of a table. Nothing is opened or written yet: the planner asks what the sink can take.
     *
     * @throws dev.rowtide.core.error.EngineException if the connector has no sinks, or an option is wrong
     */
    Sink sink(Table table);
}
