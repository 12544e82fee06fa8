// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.function;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of {@link java.time.format.DateTimeFormatter} that has numeric fields of fixed width and plain characters only, as nearly all have. The numbers in a text
 * that has no field twice can be kept as one number, of which each field has some bits, in the place of the text.
 */
public final class NumericDatePattern {

    /** What a field tells. */
    public enum Unit {
        YEAR(36, 28),
        YEAR_OF_CENTURY(36, 7),
        MONTH(32, 4),
        DAY(27, 5),
        HOUR(22, 5),
        MINUTE(16, 6),
        SECOND(10, 6),
        FRACTION(0, 10);

        private final int shift;
        private final int bits;

        Unit(int shift, int bits) {
            this.shift = shift;
            this.bits = bits;
        }

        /** Whether it is the same all day. */
        public boolean isOfDate() {
            return compareTo(DAY) <= 0;
        }

        /** A number of this unit, where it stands in the one number; a year has a sign. */
        public long packed(long number) {
            return number << shift;
        }

        /** The number of this unit in the one number. */
        public long unpacked(long fields) {
            long number = fields >> shift;
            return this == YEAR ? number : number & (1L << bits) - 1;
        }
    }

    /**
     * A number in the text.
     *
     * @param unit what it tells
     * @param start where in the text it stands
     * @param width its digits
     * @param ofEra of a year, whether it is that of its era, without a sign
     */
    public record Field(Unit unit, int start, int width, boolean ofEra) {}

    private static final int PACKED_FRACTION_DIGITS_MAX = 3;

    private final byte[] text;
    private final List<Field> fields;

    private NumericDatePattern(byte[] text, List<Field> fields) {
        this.text = text;
        this.fields = List.copyOf(fields);
    }

    /** The pattern, or null if it has other fields than numbers of fixed width, or is malformed. */
    public static @Nullable NumericDatePattern of(String pattern) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        List<Field> fields = new ArrayList<>();
        int at = 0;
        while (at < pattern.length()) {
            char letter = pattern.charAt(at);
            int end = at + 1;
            if (letter == '\'') {
                end = quoted(pattern, end, text);
                if (end < 0) {
                    return null;
                }
            } else if (isLetter(letter)) {
                while (end < pattern.length() && pattern.charAt(end) == letter) {
                    end++;
                }
                Unit unit = unit(letter, end - at);
                if (unit == null) {
                    return null;
                }
                fields.add(new Field(unit, text.size(), end - at, letter == 'y'));
                text.writeBytes(pattern.substring(at, end).getBytes(UTF_8));
            } else if ("[]{}#".indexOf(letter) >= 0) {
                return null;
            } else {
                end = pattern.offsetByCodePoints(at, 1);
                text.writeBytes(pattern.substring(at, end).getBytes(UTF_8));
            }
            at = end;
        }
        return new NumericDatePattern(text.toByteArray(), fields);
    }

    /** A text of the pattern, in UTF-8, with any characters in the place of the fields; the caller's own. */
    public byte[] text() {
        return text.clone();
    }

    /** The fields, in their order in the text. */
    public List<Field> fields() {
        return fields;
    }

    /** Whether one number has room for the fields: it is equal for two times just if their texts are. */
    public boolean isPackable() {
        Set<Integer> shifts = new HashSet<>();
        return fields.stream()
                .allMatch(field -> shifts.add(field.unit.shift)
                        && (field.unit != Unit.FRACTION || field.width <= PACKED_FRACTION_DIGITS_MAX));
    }

    /** Whether texts are in the order of their numbers. Those of years are not: a year of five digits has a sign before it. */
    public boolean isOrdered() {
        boolean ordered = isPackable();
        for (int i = 0; i < fields.size(); i++) {
            ordered &= fields.get(i).unit != Unit.YEAR;
            ordered &= i == 0 || fields.get(i - 1).unit.compareTo(fields.get(i).unit) < 0;
        }
        return ordered;
    }

    /** Appends what stands between the quotes, a quote for two of them; returns where the pattern goes on, or -1 if nothing closes it. */
    private static int quoted(String pattern, int start, ByteArrayOutputStream plain) {
        if (start < pattern.length() && pattern.charAt(start) == '\'') {
            plain.write('\'');
            return start + 1;
        }
        StringBuilder text = new StringBuilder();
        int at = start;
        while (at < pattern.length()) {
            boolean quote = pattern.charAt(at) == '\'';
            boolean doubled = quote && at + 1 < pattern.length() && pattern.charAt(at + 1) == '\'';
            if (quote && !doubled) {
                plain.writeBytes(text.toString().getBytes(UTF_8));
                return at + 1;
            }
            text.append(pattern.charAt(at));
            at += doubled ? 2 : 1;
        }
        return -1;
    }

    private static @Nullable Unit unit(char letter, int width) {
        return switch (letter) {
            case 'y', 'u' -> width == 4 ? Unit.YEAR : width == 2 ? Unit.YEAR_OF_CENTURY : null;
            case 'M' -> width == 2 ? Unit.MONTH : null;
            case 'd' -> width == 2 ? Unit.DAY : null;
            case 'H' -> width == 2 ? Unit.HOUR : null;
            case 'm' -> width == 2 ? Unit.MINUTE : null;
            case 's' -> width == 2 ? Unit.SECOND : null;
            case 'S' -> width <= 9 ? Unit.FRACTION : null;
            default -> null;
        };
    }

    private static boolean isLetter(char character) {
        return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    }
}
