// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Schemas as text: {@code k STRING NOT NULL, amount DECIMAL(10, 2), at TIMESTAMP(3)}. */
public final class SchemaText {

    private SchemaText() {}

    /**
     * The schema that {@code text} writes; empty text is a schema without columns.
     *
     * @throws IllegalArgumentException if it writes none
     */
    public static Schema parse(String text) {
        List<Field> fields = new ArrayList<>();
        for (String column : text.isBlank() ? new String[0] : text.split(",(?![^(]*\\))")) {
            String[] nameAndType = column.strip().split("\\s+", 2);
            if (nameAndType.length < 2) {
                throw new IllegalArgumentException("no column with a type: " + column);
            }
            fields.add(new Field(nameAndType[0], parseType(nameAndType[1])));
        }
        return new Schema(fields);
    }

    private static Type parseType(String text) {
        String upper = text.strip().toUpperCase(Locale.ROOT);
        boolean nullable = !upper.endsWith("NOT NULL");
        String type = nullable
                ? upper
                : upper.substring(0, upper.length() - "NOT NULL".length()).strip();
        int open = type.indexOf('(');
        String name = open < 0 ? type : type.substring(0, open).strip();
        String[] parameters = open < 0
                ? new String[0]
                : type.substring(open + 1, type.indexOf(')')).split(",");
        int first = parameters.length > 0 ? Integer.parseInt(parameters[0].strip()) : -1;
        int second = parameters.length > 1 ? Integer.parseInt(parameters[1].strip()) : 0;
        Type parsed = switch (name) {
            case "INT" -> Type.INTEGER;
            case "STRING" -> Type.STRING;
            case "BYTES" -> Type.BYTES;
            case "DECIMAL" -> Type.decimal(first < 0 ? Type.LONG_DECIMAL_DIGITS_MAX : first, second);
            case "CHAR", "BINARY" -> new Type(TypeKind.valueOf(name), first < 0 ? 1 : first, 0, true);
            case "VARCHAR", "VARBINARY" ->
                new Type(TypeKind.valueOf(name), first < 0 ? Type.UNBOUNDED : first, 0, true);
            case "TIME" -> Type.time(Math.max(first, 0));
            case "TIMESTAMP", "TIMESTAMP_LTZ" -> new Type(TypeKind.valueOf(name), first < 0 ? 3 : first, 0, true);
            default -> Type.of(TypeKind.valueOf(name));
        };
        return parsed.withNullable(nullable);
    }
}
