// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values as JSON. Times are quoted text, points in time in UTC, bytes are Base64, and NaN and the infinities are quoted, as in the JSON that is written to files; arrays are
 * arrays, maps and rows are objects.
 */
final class JsonText {

    private static final int BLANK = 0x20;

    private JsonText() {}

    /** The JSON of a datum. */
    static String of(@Nullable Object value, Type type) {
        StringBuilder text = new StringBuilder();
        append(value, type, text);
        return text.toString();
    }

    private static void append(@Nullable Object value, Type type, StringBuilder text) {
        if (value == null) {
            text.append("null");
            return;
        }
        switch (type.kind()) {
            case BOOLEAN -> text.append(value);
            case BINARY, VARBINARY -> quote(Base64.getEncoder().encodeToString((byte[]) value), text);
            case ARRAY -> {
                text.append('[');
                for (Object element : (List<?>) value) {
                    separate('[', text);
                    append(element, type.element(), text);
                }
                text.append(']');
            }
            case ROW -> {
                text.append('{');
                List<?> values = (List<?>) value;
                for (int i = 0; i < values.size(); i++) {
                    separate('{', text);
                    quote(type.fields().get(i).name(), text);
                    append(values.get(i), type.fields().get(i).type(), text.append(':'));
                }
                text.append('}');
            }
            case MAP -> {
                text.append('{');
                ((Map<?, ?>) value).forEach((key, mapped) -> {
                    separate('{', text);
                    quote(ValueText.format(key, type.key(), ZoneOffset.UTC), text);
                    append(mapped, type.value(), text.append(':'));
                });
                text.append('}');
            }
            default -> {
                String plain = ValueText.format(value, type, ZoneOffset.UTC);
                if (type.kind().isNumeric() && !(value instanceof Double d && !Double.isFinite(d))) {
                    text.append(plain);
                } else {
                    quote(type.kind() == TypeKind.TIMESTAMP_LTZ ? plain + 'Z' : plain, text);
                }
            }
        }
    }

    private static void separate(char open, StringBuilder text) {
        if (text.charAt(text.length() - 1) != open) {
            text.append(',');
        }
    }

    private static void quote(String plain, StringBuilder text) {
        text.append('"');
        for (int i = 0; i < plain.length(); i++) {
            char c = plain.charAt(i);
            if (c < BLANK || c == '"' || c == '\\') {
                text.append(escape((byte) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    /** How a control character, a quote or a backslash is written in a string. */
    static String escape(byte b) {
        return switch (b) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            default -> "\\u00" + Character.forDigit(b >> 4, 16) + Character.forDigit(b & 15, 16);
        };
    }
}
