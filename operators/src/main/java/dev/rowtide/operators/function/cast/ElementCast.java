// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.batch.NestedWriter;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import dev.rowtide.operators.function.nested.NestedColumnWriter;

/** ARRAY to ARRAY, or MAP to MAP: the elements of all rows are one column, which is cast as any other. */
final class ElementCast implements VectorFunction {

    private final Type from;
    private final ElementReader reader;
    private final VectorFunction[] casts;
    private final CallSite site;

    /** @param casts of the elements, or of keys and values */
    ElementCast(Type from, VectorFunction[] casts, CallSite site) {
        this.from = from;
        this.reader = new ElementReader(from);
        this.casts = casts;
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn column = (BytesColumn) arguments[0];
        int[] starts = new int[rows.size() + 1];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            int count = column.isNull(row) ? 0 : ElementReader.count(column.data(), column.starts()[row]);
            starts[i + 1] = starts[i] + count;
        }
        Column[] parts = new Column[casts.length];
        for (int part = 0; part < parts.length; part++) {
            parts[part] = cast(part, column, rows, starts, failures);
        }
        return written(parts, column, rows, starts, failures);
    }

    private Column cast(int part, BytesColumn column, Rows rows, int[] starts, Failures failures) {
        ColumnBuilder builder = ColumnBuilder.of(from.fields().get(part).type().storage());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (column.isNull(row)) {
                continue;
            }
            if (part == 0) {
                reader.appendAll(column.data(), column.starts()[row], builder);
            } else {
                reader.appendAllValues(column.data(), column.starts()[row], builder);
            }
        }
        int elements = builder.rows();
        Failures ofRow = (element, error) -> failures.fail(rows.row(rowOf(element, starts)), error);
        return casts[part].apply(new Column[] {builder.build()}, new Rows(null, elements, elements), ofRow);
    }

    /** The row, counted among those to compute, that an element belongs to: the last that starts at or before it. */
    private static int rowOf(int element, int[] starts) {
        int low = 0;
        int high = starts.length - 1;
        while (low < high - 1) {
            int middle = (low + high) >>> 1;
            if (starts[middle] <= element) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Column written(Column[] parts, BytesColumn column, Rows rows, int[] starts, Failures failures) {
        NestedColumnWriter writer = new NestedColumnWriter(rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (column.isNull(row)) {
                continue;
            }
            int count = starts[i + 1] - starts[i];
            if (from.kind() == TypeKind.MAP && hasNull(parts[0], starts[i], count)) {
                failures.fail(row, () -> site.error(ErrorCode.INVALID_ARGUMENT, "a key of a MAP is NULL"));
                continue;
            }
            NestedWriter target = writer.begin();
            if (from.kind() == TypeKind.MAP) {
                target.map(parts[0], parts[1], starts[i], count);
            } else {
                target.array(parts[0], starts[i], count);
            }
            writer.end(row);
        }
        return writer.column(column.nulls());
    }

    private static boolean hasNull(Column keys, int from, int count) {
        for (int row = from; row < from + count; row++) {
            if (keys.isNull(row)) {
                return true;
            }
        }
        return false;
    }
}
