// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.connectors.format.JsonRowWriter;
import dev.rowtide.connectors.format.RowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;

/** Puts and deletes by key; an update is a put. */
abstract class UpsertEncoder extends PairingEncoder {

    UpsertEncoder(TableKey key) {
        super(key);
    }

    @Override
    final void replace(ChangeBatch beforeBatch, int beforeRow, ChangeBatch batch, int row, TextBuffer out) {
        put(batch, row, out);
    }

    /** Key and value, as they are in a Kafka topic: no value is a tombstone. */
    static final class Json extends UpsertEncoder {

        private final JsonRowWriter rows;

        Json(JsonRowWriter rows, TableKey key) {
            super(key);
            this.rows = rows;
        }

        @Override
        void put(ChangeBatch batch, int row, TextBuffer out) {
            key(batch, row, out);
            rows.object(batch, row, out);
            out.put("}\n");
        }

        @Override
        void remove(ChangeBatch batch, int row, TextBuffer out) {
            key(batch, row, out);
            out.put("null}\n");
        }

        private void key(ChangeBatch batch, int row, TextBuffer out) {
            out.put("{\"key\":");
            rows.object(batch, row, key().columns(), out);
            out.put(",\"value\":");
        }
    }

    /** Records that start with what to do. */
    static final class Rows extends UpsertEncoder {

        private final RowWriter rows;

        Rows(RowWriter rows, TableKey key) {
            super(key);
            this.rows = rows;
        }

        @Override
        public void header(TextBuffer out) {
            rows.headerWithOp(out);
        }

        @Override
        void put(ChangeBatch batch, int row, TextBuffer out) {
            rows.row(batch, row, "put", out);
        }

        @Override
        void remove(ChangeBatch batch, int row, TextBuffer out) {
            rows.row(batch, row, "delete", out);
        }
    }
}
