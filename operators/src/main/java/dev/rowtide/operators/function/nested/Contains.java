// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** Whether an ARRAY has an element, which may be NULL. */
final class Contains implements VectorFunction {

    private final ElementReader reader;

    Contains(Type array) {
        reader = new ElementReader(array);
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn arrays = (BytesColumn) arguments[0];
        Column sought = arguments[1];
        boolean[] found = new boolean[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (!arrays.isNull(row)) {
                int start = arrays.starts()[row];
                found[row] = sought.isNull(row)
                        ? ElementReader.hasNull(arrays.data(), start)
                        : reader.find(arrays.data(), start, sought, row) >= 0;
            }
        }
        return new BooleanColumn(found, arrays.nulls());
    }
}
