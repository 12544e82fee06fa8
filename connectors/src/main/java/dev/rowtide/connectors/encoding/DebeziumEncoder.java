// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;
import org.jspecify.annotations.Nullable;

/** Debezium envelopes as JSON, the payload without its schema. */
final class DebeziumEncoder extends PairingEncoder {

    private final JsonRowWriter rows;

    DebeziumEncoder(JsonRowWriter rows, TableKey key) {
        super(key);
        this.rows = rows;
    }

    @Override
    void put(ChangeBatch batch, int row, TextBuffer out) {
        envelope(null, 0, batch, row, 'c', out);
    }

    @Override
    void replace(ChangeBatch beforeBatch, int beforeRow, ChangeBatch batch, int row, TextBuffer out) {
        envelope(beforeBatch, beforeRow, batch, row, 'u', out);
    }

    @Override
    void remove(ChangeBatch batch, int row, TextBuffer out) {
        envelope(batch, row, null, 0, 'd', out);
    }

    private void envelope(
            @Nullable ChangeBatch before,
            int beforeRow,
            @Nullable ChangeBatch after,
            int afterRow,
            char op,
            TextBuffer out) {
        out.put("{\"before\":");
        image(before, beforeRow, out);
        out.put(",\"after\":");
        image(after, afterRow, out);
        out.put(",\"op\":\"");
        out.put(op);
        out.put("\"}\n");
    }

    private void image(@Nullable ChangeBatch batch, int row, TextBuffer out) {
        if (batch == null) {
            out.put("null");
        } else {
            rows.object(batch, row, out);
        }
    }
}
