// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The narrowest type that holds all values of a column seen so far. */
final class TypeGuess {

    /** What a single value looks like. */
    enum Shape {
        INTEGER,
        /** A whole number that BIGINT does not hold, and a DECIMAL does. */
        LARGE_INTEGER,
        NUMBER,
        BOOLEAN,
        DATE,
        TIMESTAMP,
        INSTANT,
        ARRAY,
        OBJECT,
        TEXT
    }

    private static final int MILLIS_DIGITS = 3;
    private static final int MICROS_DIGITS = 6;

    private Shape shape = Shape.TEXT;
    private boolean empty = true;
    private int fractionDigits;
    private @Nullable TypeGuess element;
    private final Map<String, TypeGuess> fields = new LinkedHashMap<>();

    /** Takes in that a value is an array; the guess for its elements. */
    TypeGuess addArray() {
        add(Shape.ARRAY, 0);
        TypeGuess known = element == null ? new TypeGuess() : element;
        element = known;
        return known;
    }

    /** Takes in that a value is an object; the guesses for its fields, to which others may be added. */
    Map<String, TypeGuess> addObject() {
        add(Shape.OBJECT, 0);
        return fields;
    }

    /** Takes in a value that is not NULL. */
    void add(Shape value, int fractionDigits) {
        shape = empty ? value : join(shape, value);
        empty = false;
        this.fractionDigits = Math.max(this.fractionDigits, fractionDigits);
    }

    /** Takes in the text of a CSV field. */
    void addField(byte[] data, int start, int end) {
        Shape value = shapeOfField(data, start, end);
        add(value, fractionDigits(value, data, start, end));
    }

    /** Takes in the text of a JSON string, which is a time or a text, but never a number. */
    void addString(byte[] data, int start, int end) {
        Shape value = shapeOfTime(data, start, end);
        add(value, fractionDigits(value, data, start, end));
    }

    /** The type; STRING when no value was seen. */
    Type type() {
        return switch (shape) {
            case INTEGER -> Type.BIGINT;
            case LARGE_INTEGER -> Type.decimal(Type.DECIMAL_DIGITS_MAX, 0);
            case NUMBER -> Type.DOUBLE;
            case BOOLEAN -> Type.BOOLEAN;
            case DATE -> Type.DATE;
            case TIMESTAMP -> Type.timestamp(fractionDigits <= MILLIS_DIGITS ? MILLIS_DIGITS : MICROS_DIGITS);
            case INSTANT -> Type.timestampLtz(fractionDigits <= MILLIS_DIGITS ? MILLIS_DIGITS : MICROS_DIGITS);
            case ARRAY -> Type.array(element == null ? Type.STRING : element.type());
            case OBJECT -> fields.isEmpty() ? Type.STRING : Type.row(fields(fields));
            case TEXT -> Type.STRING;
        };
    }

    /** The fields with their types; of names that differ in case only the first. */
    static List<Field> fields(Map<String, TypeGuess> guesses) {
        List<Field> fields = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        guesses.forEach((name, guess) -> {
            if (taken.add(name.toLowerCase(Locale.ROOT))) {
                fields.add(new Field(name, guess.type()));
            }
        });
        return fields;
    }

    private static Shape join(Shape a, Shape b) {
        if (a == b) {
            return a;
        }
        if (isNumeric(a) && isNumeric(b)) {
            return a == Shape.NUMBER || b == Shape.NUMBER ? Shape.NUMBER : Shape.LARGE_INTEGER;
        }
        return isOneOf(a, b, Shape.DATE, Shape.TIMESTAMP) ? Shape.TIMESTAMP : Shape.TEXT;
    }

    private static boolean isNumeric(Shape shape) {
        return shape == Shape.INTEGER || shape == Shape.LARGE_INTEGER || shape == Shape.NUMBER;
    }

    private static boolean isOneOf(Shape a, Shape b, Shape first, Shape second) {
        return (a == first && b == second) || (a == second && b == first);
    }

    static Shape shapeOfField(byte[] data, int start, int end) {
        String text = new String(data, start, end - start, StandardCharsets.UTF_8);
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return Shape.BOOLEAN;
        }
        int digits = text.startsWith("-") ? 1 : 0;
        boolean integer = digits < text.length();
        for (int i = digits; i < text.length(); i++) {
            integer &= text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        if (integer) {
            // A number with leading zeros is more likely a code, whose zeros count.
            boolean code = text.charAt(digits) == '0' && text.length() > digits + 1;
            return code ? Shape.TEXT : shapeOfInteger(text);
        }
        return isNumber(text) ? Shape.NUMBER : shapeOfTime(data, start, end);
    }

    private static Shape shapeOfInteger(String text) {
        try {
            Long.parseLong(text);
            return Shape.INTEGER;
        } catch (NumberFormatException e) {
            int digits = text.length() - (text.startsWith("-") ? 1 : 0);
            return digits <= Type.DECIMAL_DIGITS_MAX ? Shape.LARGE_INTEGER : Shape.NUMBER;
        }
    }

    private static boolean isNumber(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) {
                return false;
            }
        }
        try {
            return !text.isEmpty() && !Double.isInfinite(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static Shape shapeOfTime(byte[] data, int start, int end) {
        int length = end - start;
        if (length < IsoText.DATE_LENGTH || IsoText.epochDay(data, start) == IsoText.NONE) {
            return Shape.TEXT;
        }
        if (length == IsoText.DATE_LENGTH) {
            return Shape.DATE;
        }
        int at = start + IsoText.DATE_LENGTH + 1 + IsoText.TIME_LENGTH;
        byte between = data[start + IsoText.DATE_LENGTH];
        if (at > end
                || (between != 'T' && between != ' ')
                || IsoText.secondOfDay(data, start + IsoText.DATE_LENGTH + 1) == IsoText.NONE) {
            return Shape.TEXT;
        }
        at = behindFraction(data, at, end);
        if (at == end) {
            return Shape.TIMESTAMP;
        }
        boolean zulu = data[at] == 'Z' && at + 1 == end;
        boolean offset = (data[at] == '+' || data[at] == '-') && at + 6 == end && data[at + 3] == ':';
        return zulu || offset ? Shape.INSTANT : Shape.TEXT;
    }

    private static int behindFraction(byte[] data, int start, int end) {
        int at = start;
        if (at + 1 < end && data[at] == '.') {
            at++;
            while (at < end && data[at] >= '0' && data[at] <= '9') {
                at++;
            }
        }
        return at;
    }

    private static int fractionDigits(Shape shape, byte[] data, int start, int end) {
        if (shape != Shape.TIMESTAMP && shape != Shape.INSTANT) {
            return 0;
        }
        int point = start + IsoText.DATE_LENGTH + 1 + IsoText.TIME_LENGTH;
        return Math.max(0, behindFraction(data, point, end) - point - 1);
    }
}
