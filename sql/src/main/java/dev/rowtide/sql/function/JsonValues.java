// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.function;

import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The engine's values ({@link Datum}) as Calcite's library makes JSON of them: times as text, points in time in UTC, bytes as Base64, arrays as lists, maps and rows as maps
 * by text. So they are in the JSON that is written to files, too.
 */
final class JsonValues {

    private JsonValues() {}

    /** What Calcite's library takes for a datum. */
    static @Nullable Object of(@Nullable Object datum, Type type) {
        if (datum == null) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL, FLOAT, DOUBLE, CHAR, VARCHAR, NULL ->
                RuntimeValues.toCalcite(datum, type);
            case BINARY, VARBINARY -> Base64.getEncoder().encodeToString((byte[]) datum);
            case DATE, TIME, TIMESTAMP, TIMESTAMP_LTZ, INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME -> text(datum, type);
            case ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (Object element : (List<?>) datum) {
                    elements.add(of(element, type.element()));
                }
                yield elements;
            }
            case MAP -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                ((Map<?, ?>) datum)
                        .forEach((key, value) -> members.put(text(key, type.key()), of(value, type.value())));
                yield members;
            }
            case ROW -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                for (int i = 0; i < type.fields().size(); i++) {
                    members.put(
                            type.fields().get(i).name(),
                            of(((List<?>) datum).get(i), type.fields().get(i).type()));
                }
                yield members;
            }
        };
    }

    private static String text(Object datum, Type type) {
        String text = ValueText.format(datum, type, ZoneOffset.UTC);
        return type.kind() == TypeKind.TIMESTAMP_LTZ ? text + 'Z' : text;
    }
}
