// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.operators.state.SortEncoder;
import java.util.List;

/**
 * Rows as they are kept by aggregates that depend on an order: as byte strings, by {@link SortEncoder}, of what a row is ordered by and what of it is put out. Without sort
 * keys rows are ordered by a number that tells when they came.
 */
final class SortedRows {

    private final List<SortKey> keys;
    private final Payload payload;
    private final SortEncoder encoder = new SortEncoder();
    private final SortEncoder content = new SortEncoder();
    private final Column[] columns;

    SortedRows(List<SortKey> keys, Payload payload) {
        this.keys = keys;
        this.payload = payload;
        columns = new Column[keys.size()];
    }

    /** Whether rows are ordered by when they came. */
    boolean byArrival() {
        return columns.length == 0;
    }

    /** Takes rows from this batch. */
    void bind(ChangeBatch batch) {
        for (int i = 0; i < columns.length; i++) {
            columns[i] = batch.column(keys.get(i).column());
        }
        payload.bind(batch);
    }

    /** A row by its sort keys, or by its number if there are none; valid until the next call. */
    SortEncoder encode(int row, long arrival) {
        encoder.begin();
        if (byArrival()) {
            encoder.number(arrival);
        }
        for (int i = 0; i < columns.length; i++) {
            SortKey key = keys.get(i);
            encoder.key(columns[i], row, key.descending(), key.nullsFirst());
        }
        payload.append(row, encoder);
        encoder.end();
        return encoder;
    }

    /** A row by its payload first and then by its number, so that equal rows lie together as they came; valid until the next call. */
    SortEncoder encodeContent(int row, long arrival) {
        content.begin();
        payload.append(row, content);
        int length = content.length();
        encoder.begin();
        encoder.run(content.data(), 0, length);
        encoder.number(arrival);
        return encoder;
    }
}
