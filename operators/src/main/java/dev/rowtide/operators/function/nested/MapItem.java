// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.nested;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.type.Storage;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** {@code map[key]}; NULL where there is no such key. */
final class MapItem implements VectorFunction {

    private final ElementReader reader;
    private final Storage storage;

    MapItem(Type map) {
        reader = new ElementReader(map);
        storage = map.value().storage();
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn maps = (BytesColumn) arguments[0];
        Column keys = arguments[1];
        RowwiseColumn items = new RowwiseColumn(storage, rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            int start = maps.starts()[row];
            int found = maps.isNull(row) || keys.isNull(row) ? -1 : reader.find(maps.data(), start, keys, row);
            if (found >= 0) {
                reader.appendValue(maps.data(), start, found, items.at(row));
            } else {
                items.at(row).appendNull();
            }
        }
        return items.column();
    }
}
