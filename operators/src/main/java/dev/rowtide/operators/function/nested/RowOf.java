// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** {@code ROW(a, b, ...)}. */
final class RowOf implements VectorFunction {

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        NestedColumnWriter writer = new NestedColumnWriter(rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            writer.begin().row(arguments, row);
            writer.end(row);
        }
        return writer.column(null);
    }
}
