// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import dev.rowtide.operators.function.nested.NestedColumnWriter;
import dev.rowtide.operators.function.nested.RowField;

/** ROW to ROW, field by field in their order. */
final class RowCast implements VectorFunction {

    private final RowField[] fields;
    private final VectorFunction[] casts;

    /** @param casts one for each field */
    RowCast(Type from, VectorFunction[] casts) {
        this.casts = casts;
        fields = new RowField[casts.length];
        for (int i = 0; i < casts.length; i++) {
            fields[i] = new RowField(from, i);
        }
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        Column[] columns = new Column[casts.length];
        for (int i = 0; i < columns.length; i++) {
            Column field = fields[i].apply(arguments, rows, failures);
            columns[i] = casts[i].apply(new Column[] {field}, rows, failures);
        }
        NestedColumnWriter writer = new NestedColumnWriter(rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (!arguments[0].isNull(row)) {
                writer.begin().row(columns, row);
                writer.end(row);
            }
        }
        return writer.column(arguments[0].nulls());
    }
}
