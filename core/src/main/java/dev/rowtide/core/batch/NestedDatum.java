// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.batch;

import dev.rowtide.core.type.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Nested values as objects and back. */
final class NestedDatum {

    private NestedDatum() {}

    /** The datum whose bytes start at {@code start}. */
    static Object get(byte[] data, int start, Type type) {
        return switch (type.kind()) {
            case ARRAY -> {
                ColumnBuilder elements = ColumnBuilder.of(type.element().storage(), ElementReader.count(data, start));
                new ElementReader(type).appendAll(data, start, elements);
                yield list(elements, type.element());
            }
            case MAP -> {
                int count = ElementReader.count(data, start);
                ColumnBuilder keys = ColumnBuilder.of(type.key().storage(), count);
                ColumnBuilder values = ColumnBuilder.of(type.value().storage(), count);
                ElementReader reader = new ElementReader(type);
                reader.appendAll(data, start, keys);
                reader.appendAllValues(data, start, values);
                yield map(list(keys, type.key()), list(values, type.value()));
            }
            case ROW -> {
                List<@Nullable Object> fields = new ArrayList<>();
                for (int i = 0; i < type.fields().size(); i++) {
                    Type field = type.fields().get(i).type();
                    ColumnBuilder builder = ColumnBuilder.of(field.storage(), 1);
                    new RowReader(type, i).append(data, start, builder);
                    fields.add(Datum.get(builder.build(), 0, field));
                }
                yield Collections.unmodifiableList(fields);
            }
            default -> throw new IllegalArgumentException(type + " is not nested");
        };
    }

    /** Writes a datum. */
    static void write(Object datum, Type type, NestedWriter target) {
        switch (type.kind()) {
            case ARRAY -> {
                List<?> elements = (List<?>) datum;
                target.array(column(elements, type.element()), 0, elements.size());
            }
            case MAP -> {
                Map<?, ?> map = (Map<?, ?>) datum;
                Column keys = column(new ArrayList<>(map.keySet()), type.key());
                target.map(keys, column(new ArrayList<>(map.values()), type.value()), 0, map.size());
            }
            case ROW -> {
                List<?> values = (List<?>) datum;
                Column[] fields = new Column[values.size()];
                for (int i = 0; i < fields.length; i++) {
                    fields[i] = column(
                            Collections.singletonList(values.get(i)),
                            type.fields().get(i).type());
                }
                target.row(fields, 0);
            }
            default -> throw new IllegalArgumentException(type + " is not nested");
        }
    }

    private static Column column(List<?> values, Type type) {
        ColumnBuilder builder = ColumnBuilder.of(type.storage(), values.size());
        for (Object value : values) {
            Datum.append(builder, value, type);
        }
        return builder.build();
    }

    private static List<@Nullable Object> list(ColumnBuilder builder, Type type) {
        int rows = builder.rows();
        Column column = builder.build();
        List<@Nullable Object> values = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            values.add(Datum.get(column, row, type));
        }
        return Collections.unmodifiableList(values);
    }

    private static Map<Object, @Nullable Object> map(
            List<? extends @Nullable Object> keys, List<? extends @Nullable Object> values) {
        Map<Object, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            map.put(Objects.requireNonNull(keys.get(i)), values.get(i));
        }
        return Collections.unmodifiableMap(map);
    }
}
