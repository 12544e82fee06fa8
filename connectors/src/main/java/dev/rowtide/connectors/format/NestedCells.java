// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.ElementReader;
import dev.rowtide.core.batch.RowReader;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import java.util.Objects;

/** Arrays as JSON arrays, maps and rows as JSON objects; the key of a map is text, whatever its type. */
final class NestedCells {

    private static final byte[] NULL = "null".getBytes(UTF_8);

    private NestedCells() {}

    static CellWriter array(Type type, char between) {
        ElementReader reader = new ElementReader(type);
        CellWriter cell = JsonRowWriter.cell(type.element(), between);
        return (column, row, out) -> {
            BytesColumn arrays = (BytesColumn) column;
            int start = arrays.starts()[row];
            int count = ElementReader.count(arrays.data(), start);
            ColumnBuilder builder = ColumnBuilder.of(type.element().storage(), count);
            reader.appendAll(arrays.data(), start, builder);
            Column elements = builder.build();
            out.put('[');
            for (int i = 0; i < count; i++) {
                separate(i, out);
                put(cell, elements, i, out);
            }
            out.put(']');
        };
    }

    static CellWriter map(Type type, char between) {
        ElementReader reader = new ElementReader(type);
        CellWriter cell = JsonRowWriter.cell(type.value(), between);
        return (column, row, out) -> {
            BytesColumn maps = (BytesColumn) column;
            int start = maps.starts()[row];
            int count = ElementReader.count(maps.data(), start);
            ColumnBuilder keyBuilder = ColumnBuilder.of(type.key().storage(), count);
            ColumnBuilder valueBuilder = ColumnBuilder.of(type.value().storage(), count);
            reader.appendAll(maps.data(), start, keyBuilder);
            reader.appendAllValues(maps.data(), start, valueBuilder);
            Column keys = keyBuilder.build();
            Column values = valueBuilder.build();
            out.put('{');
            for (int i = 0; i < count; i++) {
                separate(i, out);
                putKey(keyText(keys, i, type.key()), out);
                put(cell, values, i, out);
            }
            out.put('}');
        };
    }

    static CellWriter row(Type type, char between) {
        int fields = type.fields().size();
        RowReader[] readers = new RowReader[fields];
        CellWriter[] cells = new CellWriter[fields];
        for (int i = 0; i < fields; i++) {
            readers[i] = new RowReader(type, i);
            cells[i] = JsonRowWriter.cell(type.fields().get(i).type(), between);
        }
        return (column, row, out) -> {
            BytesColumn rows = (BytesColumn) column;
            out.put('{');
            for (int i = 0; i < fields; i++) {
                separate(i, out);
                putKey(type.fields().get(i).name(), out);
                ColumnBuilder builder =
                        ColumnBuilder.of(type.fields().get(i).type().storage(), 1);
                readers[i].append(rows.data(), rows.starts()[row], builder);
                put(cells[i], builder.build(), 0, out);
            }
            out.put('}');
        };
    }

    private static String keyText(Column keys, int row, Type type) {
        return ValueText.format(Objects.requireNonNull(Datum.get(keys, row, type)), type, ZoneOffset.UTC);
    }

    private static void separate(int index, TextBuffer out) {
        if (index > 0) {
            out.put(',');
        }
    }

    private static void putKey(String key, TextBuffer out) {
        byte[] bytes = key.getBytes(UTF_8);
        JsonRowWriter.putString(bytes, 0, bytes.length, out);
        out.put(':');
    }

    private static void put(CellWriter cell, Column column, int row, TextBuffer out) {
        if (column.isNull(row)) {
            out.put(NULL);
        } else {
            cell.write(column, row, out);
        }
    }
}
