// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;

/** Encodings that know inserts, updates and deletes. An update that changes the key is a delete and an insert. */
abstract class PairingEncoder extends MessageEncoder {

    private final TableKey key;

    /** Where the messages of the call under way go. */
    private TextBuffer out = new TextBuffer();

    private final UpdatePairs pairs = new UpdatePairs() {
        @Override
        void insert(ChangeBatch batch, int row) {
            put(batch, row, out);
            count(1);
        }

        @Override
        void update(ChangeBatch beforeBatch, int beforeRow, ChangeBatch batch, int row) {
            if (key.equal(beforeBatch, beforeRow, batch, row)) {
                replace(beforeBatch, beforeRow, batch, row, out);
                count(1);
            } else {
                remove(beforeBatch, beforeRow, out);
                put(batch, row, out);
                count(2);
            }
        }

        @Override
        void delete(ChangeBatch batch, int row) {
            remove(batch, row, out);
            count(1);
        }
    };

    PairingEncoder(TableKey key) {
        this.key = key;
    }

    final TableKey key() {
        return key;
    }

    @Override
    public final void encode(ChangeBatch batch, TextBuffer out) {
        this.out = out;
        pairs.accept(batch);
    }

    @Override
    public final void endTick(TextBuffer out) {
        this.out = out;
        pairs.endTick();
    }

    abstract void put(ChangeBatch batch, int row, TextBuffer out);

    abstract void replace(ChangeBatch beforeBatch, int beforeRow, ChangeBatch batch, int row, TextBuffer out);

    abstract void remove(ChangeBatch batch, int row, TextBuffer out);
}
