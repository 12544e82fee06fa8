// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.RowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import java.util.List;

/** Writes a changelog as the messages of an encoding. Fed as a sink is: batches, then the end of their tick. */
public abstract class MessageEncoder {

    private long messages;

    MessageEncoder() {}

    /** Rows without their kinds, for changelogs of inserts. */
    public static MessageEncoder append(RowWriter rows) {
        return new RowEncoder(rows, false);
    }

    /** Every change with its kind before the row. */
    public static MessageEncoder retract(RowWriter rows) {
        return new RowEncoder(rows, true);
    }

    /**
     * Puts and tombstones as JSON: {@code {"key":{...},"value":{...}}}, the value {@code null} for a tombstone.
     *
     * @param names the names of all columns
     * @param key the names of the key columns
     */
    public static MessageEncoder upsertJson(JsonRowWriter rows, List<String> names, List<String> key) {
        return new UpsertEncoder.Json(rows, TableKey.of(key, names));
    }

    /**
     * Puts and deletes as records whose first field is {@code put} or {@code delete}; of a delete only the key columns
     * count.
     */
    public static MessageEncoder upsertRows(RowWriter rows, List<String> names, List<String> key) {
        return new UpsertEncoder.Rows(rows, TableKey.of(key, names));
    }

    /**
     * Differences: rows of the key columns, and what is to be added to the others.
     *
     * @param key the names of the key columns, none for a result of one row
     */
    public static MessageEncoder delta(RowWriter rows, Schema schema, List<String> key) {
        return new DeltaEncoder(rows, schema, TableKey.of(key, schema.names()));
    }

    /**
     * Debezium messages: {@code {"before":...,"after":...,"op":"c"|"u"|"d"}}, and what {@code form} adds. An update
     * that changes the key is a {@code d} and a {@code c}.
     *
     * @param names the names of all columns
     * @param key the names of the key columns, none for a table without key
     * @param isoTimestamps whether timestamps have a {@code T} between date and time, else a blank
     * @throws dev.rowtide.core.error.EngineException if the schema of a message can't say a column's type
     */
    public static MessageEncoder debezium(
            DebeziumForm form, List<String> names, List<Type> types, List<String> key, boolean isoTimestamps) {
        return new DebeziumEncoder(form, names, types, isoTimestamps, TableKey.of(key, names));
    }

    /**
     * The batches to come are of a tick.
     *
     * @param nowMillis the tick's processing time, milliseconds since the epoch
     */
    public void beginTick(long nowMillis) {}

    /** Writes what stands before the first message. */
    public void header(TextBuffer out) {}

    /** Writes the messages of a batch. */
    public abstract void encode(ChangeBatch batch, TextBuffer out);

    /** Writes the messages that waited for the rest of the tick. */
    public void endTick(TextBuffer out) {}

    /** The messages written so far. */
    public final long messages() {
        return messages;
    }

    final void count(int more) {
        messages += more;
    }
}
