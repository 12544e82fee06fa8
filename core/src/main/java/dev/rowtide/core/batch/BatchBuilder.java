// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Schema;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes row by row into a batch: {@link #column} to append the row's values, then {@link #endRow}. For sources, tests and operators
 * whose output has no better form; {@link #build()} leaves it empty.
 */
public final class BatchBuilder {

    private final ColumnBuilder[] columns;
    private byte @Nullable [] kinds;
    private long[] positions = new long[64];
    private int rows;

    /** A builder for rows of the schema. */
    public BatchBuilder(Schema schema) {
        columns = new ColumnBuilder[schema.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ColumnBuilder.of(schema.type(i).storage());
        }
    }

    /** The builder of column {@code index}; append exactly one value to each before {@link #endRow}. */
    public ColumnBuilder column(int index) {
        return columns[index];
    }

    /** Completes a row. */
    public void endRow(byte kind, long position) {
        if (rows == positions.length) {
            positions = Arrays.copyOf(positions, rows * 2);
            kinds = kinds == null ? null : Arrays.copyOf(kinds, rows * 2);
        }
        if (kind != RowKind.PLUS_I && kinds == null) {
            kinds = new byte[positions.length];
        }
        if (kinds != null) {
            kinds[rows] = kind;
        }
        positions[rows++] = position;
    }

    /** Takes back what was appended to a row that was not completed. */
    public void abandonRow() {
        for (ColumnBuilder column : columns) {
            column.truncate(rows);
        }
    }

    /** The rows completed since the last {@link #build()}. */
    public int rows() {
        return rows;
    }

    /** The batch of the completed rows; the builder is empty afterwards. */
    public ChangeBatch build(Watermarks watermarks) {
        Column[] built = new Column[columns.length];
        for (int i = 0; i < columns.length; i++) {
            built[i] = columns[i].build();
        }
        ChangeBatch batch = ChangeBatch.of(rows, built, kinds, positions, watermarks);
        kinds = null;
        positions = new long[64];
        rows = 0;
        return batch;
    }
}
