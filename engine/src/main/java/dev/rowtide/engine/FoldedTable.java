// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.type.Schema;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table that a changelog with whole retractions describes, as of the last change added: a multiset of rows, in the order in which they came in.
 */
public final class FoldedTable {

    private final Schema schema;
    private final Map<List<@Nullable Object>, Long> copies = new LinkedHashMap<>();

    public FoldedTable(Schema schema) {
        this.schema = schema;
    }

    /** Applies changes. */
    public void add(ChangeBatch batch) {
        for (int i = 0, n = batch.size(); i < n; i++) {
            int row = batch.row(i);
            List<@Nullable Object> key = new ArrayList<>(schema.size());
            for (int c = 0; c < schema.size(); c++) {
                Object value = Datum.get(batch.column(c), row, schema.type(c));
                key.add(value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : value);
            }
            long step = RowKind.isRetraction(batch.kind(row)) ? -1 : 1;
            if (copies.merge(key, step, Long::sum) == 0) {
                copies.remove(key);
            }
        }
    }

    /** The number of rows, duplicates counted. */
    public long rows() {
        return copies.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The rows as inserts. */
    public ChangeBatch toBatch() {
        BatchBuilder builder = new BatchBuilder(schema);
        copies.forEach((key, count) -> {
            for (long copy = 0; copy < count; copy++) {
                for (int c = 0; c < key.size(); c++) {
                    Object value = key.get(c);
                    Datum.append(
                            builder.column(c),
                            value instanceof ByteBuffer bytes ? bytes.array() : value,
                            schema.type(c));
                }
                builder.endRow(RowKind.PLUS_I, builder.rows());
            }
        });
        return builder.build(Watermarks.absent());
    }
}
