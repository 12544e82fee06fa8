// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.ColumnBuilder;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values of case files: JSON to columns, and both to the one text by which they are compared. */
final class CaseValues {

    private CaseValues() {}

    static void append(ColumnBuilder builder, JsonNode json, Type type) {
        Datum.append(builder, datum(json, type), type);
    }

    static @Nullable String text(Column column, int row, Type type) {
        Object datum = Datum.get(column, row, type);
        return datum == null ? null : ValueText.format(datum, type, ZoneOffset.UTC);
    }

    /** A row of a case as the engine would write it. */
    static List<@Nullable String> texts(JsonNode row, Schema schema) {
        List<@Nullable String> texts = new ArrayList<>();
        for (int c = 0; c < schema.size(); c++) {
            JsonNode json = row.get(c);
            Type type = schema.type(c);
            Object datum = datum(json, type);
            texts.add(datum == null ? null : ValueText.format(datum, type, ZoneOffset.UTC));
        }
        return texts;
    }

    private static @Nullable Object datum(JsonNode json, Type type) {
        if (json.isNull()) {
            return null;
        }
        if (type.kind() == TypeKind.ARRAY) {
            List<@Nullable Object> elements = new ArrayList<>();
            json.forEach(element -> elements.add(datum(element, type.element())));
            return elements;
        }
        return ValueText.parse(json.asText(), type, ZoneOffset.UTC);
    }
}
