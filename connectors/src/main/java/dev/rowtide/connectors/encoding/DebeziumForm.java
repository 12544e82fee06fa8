// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

/**
 * How much Debezium messages say.
 *
 * @param table the name of the table, in schemas and sources
 * @param full whether an envelope tells where ({@code source}) and when ({@code ts_ms}) the change was made, else only the change
 * @param withSchema whether each message stands as the {@code payload} beside its {@code schema}
 * @param withKey whether each message stands as the {@code value} beside its {@code key}
 * @param tombstones whether a delete is followed by a message without value; only with keys
 */
public record DebeziumForm(String table, boolean full, boolean withSchema, boolean withKey, boolean tombstones) {

    public DebeziumForm {
        if (tombstones && !withKey) {
            throw new IllegalArgumentException("a tombstone without key says nothing");
        }
    }

    /** The change and nothing else. */
    public static DebeziumForm bare(String table) {
        return new DebeziumForm(table, false, false, false, false);
    }
}
