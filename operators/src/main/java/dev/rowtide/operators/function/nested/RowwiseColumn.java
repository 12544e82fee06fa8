// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.function.Rows;

/** Builds a column value by value, for rising rows with gaps: rows that nobody asks for are NULL. */
final class RowwiseColumn {

    private final ColumnBuilder builder;
    private final int bound;

    RowwiseColumn(Storage storage, Rows rows) {
        builder = ColumnBuilder.of(storage);
        bound = rows.bound();
    }

    /** The builder, to append the value of {@code row}, which lies behind those before. */
    ColumnBuilder at(int row) {
        while (builder.rows() < row) {
            builder.appendNull();
        }
        return builder;
    }

    Column column() {
        return at(bound).build();
    }
}
