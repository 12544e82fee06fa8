// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.type;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Nested values as text, {@code [1, NULL]}, {@code {k=v}}, {@code (1, a)}, and back, as far as no text in them has a comma, a bracket or an equals sign. */
final class NestedText {

    private static final String NULL = "NULL";

    private NestedText() {}

    static String format(Object value, Type type, ZoneId zone) {
        return switch (type.kind()) {
            case ARRAY ->
                ((List<?>) value)
                        .stream()
                                .map(element -> part(element, type.element(), zone))
                                .collect(Collectors.joining(", ", "[", "]"));
            case MAP ->
                ((Map<?, ?>) value)
                        .entrySet().stream()
                                .map(entry -> part(entry.getKey(), type.key(), zone) + "="
                                        + part(entry.getValue(), type.value(), zone))
                                .collect(Collectors.joining(", ", "{", "}"));
            case ROW -> {
                List<?> fields = (List<?>) value;
                yield IntStream.range(0, fields.size())
                        .mapToObj(i -> part(fields.get(i), type.fields().get(i).type(), zone))
                        .collect(Collectors.joining(", ", "(", ")"));
            }
            default -> throw new IllegalArgumentException(type + " is not nested");
        };
    }

    private static String part(@Nullable Object value, Type type, ZoneId zone) {
        return value == null ? NULL : ValueText.format(value, type, zone);
    }

    /** @throws NumberFormatException if the text is not in the brackets of the type, or has another number of parts */
    static Object parse(String text, Type type, ZoneId zone) {
        return switch (type.kind()) {
            case ARRAY ->
                split(inner(text, '[', ']')).stream()
                        .<@Nullable Object>map(part -> parsePart(part, type.element(), zone))
                        .collect(Collectors.toCollection(ArrayList::new));
            case MAP -> {
                Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
                for (String entry : split(inner(text, '{', '}'))) {
                    int at = entry.indexOf('=');
                    if (at < 0) {
                        throw new NumberFormatException();
                    }
                    map.put(
                            parsePart(entry.substring(0, at), type.key(), zone),
                            parsePart(entry.substring(at + 1), type.value(), zone));
                }
                yield map;
            }
            case ROW -> {
                List<String> parts = split(inner(text, '(', ')'));
                if (parts.size() != type.fields().size()) {
                    throw new NumberFormatException();
                }
                List<@Nullable Object> fields = new ArrayList<>();
                for (int i = 0; i < parts.size(); i++) {
                    fields.add(parsePart(parts.get(i), type.fields().get(i).type(), zone));
                }
                yield fields;
            }
            default -> throw new IllegalArgumentException(type + " is not nested");
        };
    }

    private static @Nullable Object parsePart(String text, Type type, ZoneId zone) {
        return text.equals(NULL) ? null : ValueText.parse(text, type, zone);
    }

    private static String inner(String text, char open, char close) {
        boolean bracketed = text.length() >= 2 && text.charAt(0) == open && text.charAt(text.length() - 1) == close;
        if (!bracketed) {
            throw new NumberFormatException();
        }
        return text.substring(1, text.length() - 1);
    }

    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '[' || c == '{' || c == '(') {
                depth++;
            } else if (c == ']' || c == '}' || c == ')') {
                depth--;
            } else if (c == ',' && depth == 0) {
                parts.add(text.substring(from, at).strip());
                from = at + 1;
            }
        }
        if (!text.isBlank()) {
            parts.add(text.substring(from).strip());
        }
        return parts;
    }
}
