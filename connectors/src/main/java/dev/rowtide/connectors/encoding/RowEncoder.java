// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.encoding;

import dev.rowtide.connectors.format.RowWriter;
import dev.rowtide.connectors.format.TextBuffer;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.RowKind;

/** One message per change: append and retract. */
final class RowEncoder extends MessageEncoder {

    private final RowWriter rows;
    private final boolean withKinds;

    RowEncoder(RowWriter rows, boolean withKinds) {
        this.rows = rows;
        this.withKinds = withKinds;
    }

    @Override
    public void header(TextBuffer out) {
        if (withKinds) {
            rows.headerWithOp(out);
        } else {
            rows.header(out);
        }
    }

    @Override
    public void encode(ChangeBatch batch, TextBuffer out) {
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            if (withKinds) {
                rows.row(batch, row, RowKind.of(batch.kind(row)).symbol(), out);
            } else {
                rows.row(batch, row, out);
            }
        }
        count(batch.size());
    }
}
