// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From batches to {@link Change}s. */
final class JavaValues {

    private JavaValues() {}

    static List<Change> changes(ChangeBatch batch, Schema schema) {
        List<Change> changes = new ArrayList<>(batch.size());
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            List<@Nullable Object> values = new ArrayList<>(schema.size());
            for (int c = 0; c < schema.size(); c++) {
                values.add(value(Datum.get(batch.column(c), row, schema.type(c)), schema.type(c)));
            }
            changes.add(new Change(RowKind.of(batch.kind(row)), values));
        }
        return changes;
    }

    private static @Nullable Object value(@Nullable Object datum, Type type) {
        if (datum == null) {
            return null;
        }
        return switch (type.kind()) {
            case TINYINT -> ((Long) datum).byteValue();
            case SMALLINT -> ((Long) datum).shortValue();
            case INTEGER -> ((Long) datum).intValue();
            case FLOAT -> ((Double) datum).floatValue();
            case DATE -> LocalDate.ofEpochDay((Long) datum);
            case TIME -> LocalTime.ofNanoOfDay((Long) datum);
            case TIMESTAMP -> LocalDateTime.ofInstant(ValueText.instant((Long) datum, type), ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> ValueText.instant((Long) datum, type);
            case INTERVAL_YEAR_MONTH ->
                Period.ofMonths(Math.toIntExact((Long) datum)).normalized();
            case INTERVAL_DAY_TIME -> Duration.ofNanos(Math.multiplyExact((Long) datum, 1_000L));
            case BOOLEAN, BIGINT, DECIMAL, DOUBLE, CHAR, VARCHAR, BINARY, VARBINARY, NULL -> datum;
            case ARRAY -> list((List<?>) datum, type);
            case MAP -> {
                Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
                ((Map<?, ?>) datum).forEach((key, of) -> map.put(value(key, type.key()), value(of, type.value())));
                yield Collections.unmodifiableMap(map);
            }
            case ROW -> new Row(type.fields().stream().map(Field::name).toList(), list((List<?>) datum, type));
        };
    }

    /** The elements of an array, or the fields of a row. */
    private static List<@Nullable Object> list(List<?> data, Type type) {
        List<@Nullable Object> values = new ArrayList<>(data.size());
        for (int i = 0; i < data.size(); i++) {
            Type part = type.fields().get(type.kind() == TypeKind.ROW ? i : 0).type();
            values.add(value(data.get(i), part));
        }
        return Collections.unmodifiableList(values);
    }
}
