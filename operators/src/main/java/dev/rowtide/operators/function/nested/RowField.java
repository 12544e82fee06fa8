// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.RowReader;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.NullMask;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import org.jspecify.annotations.Nullable;

/** A field of a ROW; text by reference. */
public final class RowField implements VectorFunction {

    private final RowReader reader;
    private final Storage storage;

    /** Field {@code field}, from 0, of rows of a type. */
    public RowField(Type row, int field) {
        reader = new RowReader(row, field);
        storage = row.fields().get(field).type().storage();
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn column = (BytesColumn) arguments[0];
        return storage == Storage.BYTES ? slices(column, rows) : values(column, rows);
    }

    private Column values(BytesColumn column, Rows rows) {
        RowwiseColumn values = new RowwiseColumn(storage, rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (column.isNull(row)) {
                values.at(row).appendNull();
            } else {
                reader.append(column.data(), column.starts()[row], values.at(row));
            }
        }
        return values.column();
    }

    private Column slices(BytesColumn column, Rows rows) {
        byte[] data = column.data();
        int[] starts = new int[rows.bound()];
        int[] lengths = new int[rows.bound()];
        long @Nullable [] nulls = null;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (column.isNull(row)) {
                continue;
            }
            int start = column.starts()[row];
            if (reader.isNull(data, start)) {
                if (nulls == null) {
                    nulls = NullMask.writable(column.nulls(), rows.bound());
                }
                Nulls.set(nulls, row);
            } else {
                starts[row] = reader.start(data, start);
                lengths[row] = reader.end(data, start) - starts[row];
            }
        }
        return new BytesColumn(data, starts, lengths, nulls == null ? column.nulls() : nulls);
    }
}
