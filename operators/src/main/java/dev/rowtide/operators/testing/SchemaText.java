// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Schema;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Schemas as text: {@code k STRING NOT NULL, amount DECIMAL(10, 2), tags ARRAY<STRING>, at ROW<x INT, y INT>}. */
public final class SchemaText {

    private SchemaText() {}

    /**
     * The schema that {@code text} writes; empty text is a schema without columns.
     *
     * @throws IllegalArgumentException if it writes none
     */
    public static Schema parse(String text) {
        return new Schema(fields(text));
    }

    private static List<Field> fields(String text) {
        List<Field> fields = new ArrayList<>();
        for (String column : split(text)) {
            String[] nameAndType = column.split("\\s+", 2);
            if (nameAndType.length < 2) {
                throw new IllegalArgumentException("no column with a type: " + column);
            }
            fields.add(new Field(nameAndType[0], parseType(nameAndType[1])));
        }
        return fields;
    }

    /** The parts between commas that are in no brackets. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int at = 0; at <= text.length(); at++) {
            char c = at < text.length() ? text.charAt(at) : ',';
            depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
            if (c == ',' && (depth == 0 || at == text.length())) {
                parts.add(text.substring(from, at).strip());
                from = at + 1;
            }
        }
        return text.isBlank() ? List.of() : parts;
    }

    private static @Nullable Type nested(String type) {
        int open = type.indexOf('<');
        if (open < 0 || !type.endsWith(">")) {
            return null;
        }
        String inner = type.substring(open + 1, type.length() - 1);
        return switch (type.substring(0, open).strip().toUpperCase(Locale.ROOT)) {
            case "ARRAY" -> Type.array(parseType(inner));
            case "MAP" ->
                Type.map(parseType(split(inner).get(0)), parseType(split(inner).get(1)));
            case "ROW" -> Type.row(fields(inner));
            default -> throw new IllegalArgumentException("no type: " + type);
        };
    }

    private static Type parseType(String text) {
        String upper = text.strip().toUpperCase(Locale.ROOT);
        boolean nullable = !upper.endsWith("NOT NULL");
        String type = nullable
                ? upper
                : upper.substring(0, upper.length() - "NOT NULL".length()).strip();
        Type nested = nested(text.strip().substring(0, type.length()));
        if (nested != null) {
            return nested.withNullable(nullable);
        }
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
