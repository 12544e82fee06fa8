// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.setting.Secrets;
import dev.rowtide.core.type.Schema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A table of the catalog as a plan and a connector see it.
 *
 * @param name its name
 * @param schema its physical columns: those that a connector reads or writes, without computed ones; empty for a table whose connector says the columns
 * @param primaryKey the names of its key columns, declared and not enforced; empty without key
 * @param connector the name of its connector
 * @param options its options, by lower-case name, without {@code connector}, in the order written
 */
public record Table(
        String name, Schema schema, List<String> primaryKey, String connector, Map<String, String> options) {

    public Table {
        primaryKey = List.copyOf(primaryKey);
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /** Without what is secret: it may come into a message. */
    @Override
    public String toString() {
        Map<String, String> shown = new LinkedHashMap<>();
        options.forEach((option, value) -> shown.put(option, Secrets.shown(option, value)));
        return "Table[" + name + ", " + schema + ", key " + primaryKey + ", " + connector + ", " + shown + "]";
    }

    /** The same table with other physical columns. */
    public Table withSchema(Schema columns) {
        return new Table(name, columns, primaryKey, connector, options);
    }
}
