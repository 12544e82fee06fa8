// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.type.Type;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Debezium messages as JSON, one a line. */
final class DebeziumEncoder extends PairingEncoder {

    private final JsonRowWriter rows;
    private final DebeziumForm form;

    /** What stands before a key and a value where they have schemas, and nothing where they have none. */
    private final String keyStart;

    private final String valueStart;
    private final String payloadEnd;

    /** What a full envelope says of its source around the time. */
    private final String sourceStart;

    private final String sourceEnd;
    private long nowMillis;

    DebeziumEncoder(DebeziumForm form, List<String> names, List<Type> types, boolean isoTimestamps, TableKey key) {
        super(key);
        this.form = form;
        rows = form.withSchema()
                ? JsonRowWriter.withDecimalsAsText(names, types, isoTimestamps)
                : new JsonRowWriter(names, types, isoTimestamps);
        DebeziumSchema schema = new DebeziumSchema(form.table(), names, types);
        keyStart = form.withSchema() && form.withKey() ? payload(schema.ofKey(key.columns())) : "";
        valueStart = form.withSchema() ? payload(schema.ofEnvelope(form.full())) : "";
        payloadEnd = form.withSchema() ? "}" : "";
        TextBuffer table = new TextBuffer();
        JsonRowWriter.putString(form.table(), table);
        sourceStart = ",\"source\":{\"connector\":\"rowtide\",\"name\":\"rowtide\",\"ts_ms\":";
        sourceEnd = ",\"snapshot\":\"false\",\"db\":\"\",\"table\":" + table + "}";
    }

    private static String payload(String schema) {
        return "{\"schema\":" + schema + ",\"payload\":";
    }

    @Override
    public void beginTick(long nowMillis) {
        this.nowMillis = nowMillis;
    }

    @Override
    void put(ChangeBatch batch, int row, TextBuffer out) {
        message(null, 0, batch, row, 'c', out);
    }

    @Override
    void replace(ChangeBatch beforeBatch, int beforeRow, ChangeBatch batch, int row, TextBuffer out) {
        message(beforeBatch, beforeRow, batch, row, 'u', out);
    }

    @Override
    void remove(ChangeBatch batch, int row, TextBuffer out) {
        message(batch, row, null, 0, 'd', out);
        if (form.tombstones()) {
            key(batch, row, out);
            out.put("null}\n");
            count(1);
        }
    }

    private void message(
            @Nullable ChangeBatch before,
            int beforeRow,
            @Nullable ChangeBatch after,
            int afterRow,
            char op,
            TextBuffer out) {
        if (form.withKey()) {
            if (after == null) {
                key(Objects.requireNonNull(before), beforeRow, out);
            } else {
                key(after, afterRow, out);
            }
        }
        out.put(valueStart);
        out.put("{\"before\":");
        image(before, beforeRow, out);
        out.put(",\"after\":");
        image(after, afterRow, out);
        if (form.full()) {
            out.put(sourceStart);
            out.put(nowMillis);
            out.put(sourceEnd);
        }
        out.put(",\"op\":\"");
        out.put(op);
        out.put('"');
        if (form.full()) {
            out.put(",\"ts_ms\":");
            out.put(nowMillis);
        }
        out.put('}');
        out.put(payloadEnd);
        out.put(form.withKey() ? "}\n" : "\n");
    }

    private void key(ChangeBatch batch, int row, TextBuffer out) {
        out.put("{\"key\":");
        out.put(keyStart);
        rows.object(batch, row, key().columns(), out);
        out.put(payloadEnd);
        out.put(",\"value\":");
    }

    private void image(@Nullable ChangeBatch batch, int row, TextBuffer out) {
        if (batch == null) {
            out.put("null");
        } else {
            rows.object(batch, row, out);
        }
    }
}
