// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** The number of elements of an ARRAY, or of keys of a MAP. */
final class Cardinality implements VectorFunction {

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn column = (BytesColumn) arguments[0];
        long[] counts = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (!column.isNull(row)) {
                counts[row] = ElementReader.count(column.data(), column.starts()[row]);
            }
        }
        return new LongColumn(counts, column.nulls());
    }
}
