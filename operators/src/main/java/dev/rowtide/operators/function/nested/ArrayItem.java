// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** {@code array[i]}, from 1; NULL where there is no such element. */
final class ArrayItem implements VectorFunction {

    private final ElementReader reader;
    private final Storage storage;

    ArrayItem(Type array) {
        reader = new ElementReader(array);
        storage = array.element().storage();
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn arrays = (BytesColumn) arguments[0];
        LongColumn indices = (LongColumn) arguments[1];
        RowwiseColumn items = new RowwiseColumn(storage, rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            long index = indices.values()[row];
            boolean isThere = !arrays.isNull(row)
                    && !indices.isNull(row)
                    && index >= 1
                    && index <= ElementReader.count(arrays.data(), arrays.starts()[row]);
            if (isThere) {
                reader.append(arrays.data(), arrays.starts()[row], (int) index - 1, items.at(row));
            } else {
                items.at(row).appendNull();
            }
        }
        return items.column();
    }
}
