// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.BatchBuilder;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.RowOrdering;
import dev.rowtide.core.plan.SortKey;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.state.RowOrder;
import dev.rowtide.operators.state.RowStore;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table that a changelog with whole retractions describes, as of the last change added: a multiset of rows, in the order that is asked for, or else that in which they
 * came in.
 */
public final class FoldedTable {

    private final Schema result;
    private final Schema schema;
    private final List<SortKey> order;
    private final Map<List<@Nullable Object>, Long> copies = new LinkedHashMap<>();

    /** A table in the order in which rows come in. */
    public FoldedTable(Schema schema) {
        this(schema, schema, List.of());
    }

    /** A table of rows that have more columns than it. */
    FoldedTable(Schema schema, RowOrdering ordering) {
        this(schema, ordering.rows(), ordering.keys());
    }

    private FoldedTable(Schema result, Schema schema, List<SortKey> order) {
        this.result = result;
        this.schema = schema;
        this.order = order;
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
        ChangeBatch rows = inOrderOfArrival();
        if (order.isEmpty()) {
            return rows;
        }
        RowStore store = new RowStore(schema, 0);
        RowOrder compared = new RowOrder(schema, order, store);
        List<Integer> numbers = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            numbers.add(store.add(rows, row));
        }
        numbers.sort(compared::compare);
        int[] sorted = numbers.stream().mapToInt(Integer::intValue).toArray();
        Column[] columns = new Column[result.size()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = store.column(c, sorted, sorted.length);
        }
        return ChangeBatch.inserts(sorted.length, columns, 0, Watermarks.absent());
    }

    private ChangeBatch inOrderOfArrival() {
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
