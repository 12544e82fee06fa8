// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.NestedWriter;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.OrderedMultisets;
import dev.rowtide.operators.state.SortEncoder;

/** An ARRAY of the values of all rows, NULLs among them. */
final class ArrayAccumulator extends WholeRowsAccumulator {

    private static final int ROWS_EXPECTED = 64;

    private final Storage storage;
    private final ColumnBuilder values;
    private NestedWriter array = new NestedWriter(0);

    /** @param storage that of the values */
    ArrayAccumulator(SortedRows rows, boolean retracts, Storage storage) {
        super(rows, retracts);
        this.storage = storage;
        this.values = ColumnBuilder.of(storage, ROWS_EXPECTED);
    }

    @Override
    int make(int root) {
        OrderedMultisets rows = multisets();
        byte[] data = rows.data();
        rows.forEach(root, (node, count) -> {
            for (long i = 0; i < count; i++) {
                append(data, rows.value(node));
            }
        });
        int n = values.rows();
        array = new NestedWriter(n * Long.BYTES);
        array.array(values.build(), 0, n);
        return n == 0 ? NO_ROWS : array.used();
    }

    @Override
    byte[] made() {
        return array.data();
    }

    private void append(byte[] data, long row) {
        if (SortEncoder.isNull(data, row)) {
            values.appendNull();
            return;
        }
        switch (storage) {
            case LONG -> values.appendLong(SortEncoder.number(data, row));
            case BOOLEAN -> values.appendBoolean(SortEncoder.number(data, row) != 0);
            case DOUBLE -> values.appendDouble(Double.longBitsToDouble(Extreme.ordered(SortEncoder.number(data, row))));
            case WIDE -> values.appendWide(SortEncoder.number(data, row), SortEncoder.low(data, row));
            case BYTES -> {
                long text = SortEncoder.text(data, row);
                values.appendBytes(data, Arena.start(text), Arena.length(text));
            }
        }
    }
}
