// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.blackhole;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.connector.SinkWriter;

/** Counts: every change of a retract sink; of an upsert sink puts and deletes, so a {@code -U} before its {@code +U} is none. */
final class BlackholeWriter implements SinkWriter {

    private final boolean upsert;
    private long messages;

    /** The position of a {@code -U} that was the last change so far, or -1. */
    private long beforePosition = -1;

    BlackholeWriter(boolean upsert) {
        this.upsert = upsert;
    }

    @Override
    public void write(ChangeBatch batch) {
        messages += batch.size();
        if (upsert && (batch.kinds() != null || beforePosition >= 0)) {
            messages -= pairs(batch);
        }
    }

    private long pairs(ChangeBatch batch) {
        long pairs = 0;
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            byte kind = batch.kind(row);
            if (kind == RowKind.PLUS_U && beforePosition == batch.position(row)) {
                pairs++;
            }
            beforePosition = kind == RowKind.MINUS_U ? batch.position(row) : -1;
        }
        return pairs;
    }

    @Override
    public void endTick() {
        beforePosition = -1;
    }

    @Override
    public void finish() {}

    @Override
    public long messages() {
        return messages;
    }

    @Override
    public void close() {}
}
