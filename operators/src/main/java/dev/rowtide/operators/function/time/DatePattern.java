// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.operators.function.TextWriter;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of {@link DateTimeFormatter}. Where it has numeric fields and plain characters only, as nearly all have, it is compiled into a list of parts and needs
 * no objects per row.
 */
final class DatePattern {

    private enum Field {
        YEAR,
        MONTH,
        DAY,
        HOUR,
        MINUTE,
        SECOND,
        FRACTION,
        TEXT
    }

    private record Part(Field field, int width, byte[] text) {}

    private static final long YEAR_MAX = 9_999;

    private final DateTimeFormatter formatter;
    private final Part @Nullable [] parts;
    private final boolean ofDayOnly;

    /** @throws EngineException if the pattern is malformed */
    DatePattern(String pattern) {
        try {
            formatter = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + pattern + "' is not a pattern for dates and times")
                    .withDetail(String.valueOf(e.getMessage()))
                    .causedBy(e);
        }
        parts = parse(pattern);
        boolean dayOnly = parts != null;
        if (parts != null) {
            for (Part part : parts) {
                dayOnly &= part.field == Field.TEXT
                        || part.field == Field.YEAR
                        || part.field == Field.MONTH
                        || part.field == Field.DAY;
            }
        }
        ofDayOnly = dayOnly;
    }

    /** Whether all times of a day have the same text. */
    boolean isOfDayOnly() {
        return ofDayOnly;
    }

    /**
     * Appends the text of a time to the writer.
     *
     * @param date {@link CivilDate#of} of the day
     * @param nanoOfDay the time of the day
     * @throws java.time.DateTimeException if the pattern asks for something that a local time has not, such as an offset
     */
    void write(long epochDay, long date, long nanoOfDay, TextWriter writer) {
        long year = CivilDate.year(date);
        if (parts == null || year < 1 || year > YEAR_MAX) {
            LocalDateTime time = LocalDateTime.ofEpochSecond(
                    epochDay * 86_400 + nanoOfDay / 1_000_000_000L, (int) (nanoOfDay % 1_000_000_000L), ZoneOffset.UTC);
            writer.write(formatter.format(time).getBytes(UTF_8));
            return;
        }
        for (Part part : parts) {
            switch (part.field) {
                case TEXT -> writer.write(part.text);
                case YEAR -> writer.writeDigits(part.width == 2 ? year % 100 : year, part.width);
                case MONTH -> writer.writeDigits(CivilDate.month(date), part.width);
                case DAY -> writer.writeDigits(CivilDate.day(date), part.width);
                case HOUR -> writer.writeDigits(nanoOfDay / 3_600_000_000_000L, part.width);
                case MINUTE -> writer.writeDigits(nanoOfDay / 60_000_000_000L % 60, part.width);
                case SECOND -> writer.writeDigits(nanoOfDay / 1_000_000_000L % 60, part.width);
                case FRACTION -> {
                    long fraction = nanoOfDay % 1_000_000_000L;
                    for (int i = part.width; i < 9; i++) {
                        fraction /= 10;
                    }
                    writer.writeDigits(fraction, part.width);
                }
            }
        }
    }

    /** The parts, or null if the pattern needs the formatter. */
    private static Part @Nullable [] parse(String pattern) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < pattern.length()) {
            char letter = pattern.charAt(at);
            int end = at + 1;
            if (letter == '\'') {
                StringBuilder text = new StringBuilder();
                boolean doubled = end < pattern.length() && pattern.charAt(end) == '\'';
                if (doubled) {
                    text.append('\'');
                    end++;
                } else {
                    end = quoted(pattern, end, text);
                }
                parts.add(text(text.toString()));
            } else if (isLetter(letter)) {
                while (end < pattern.length() && pattern.charAt(end) == letter) {
                    end++;
                }
                Part field = field(letter, end - at);
                if (field == null) {
                    return null;
                }
                parts.add(field);
            } else if ("[]{}#".indexOf(letter) >= 0) {
                return null;
            } else {
                while (end < pattern.length() && !isLetter(pattern.charAt(end)) && "'[]{}#".indexOf(pattern.charAt(end)) < 0) {
                    end++;
                }
                parts.add(text(pattern.substring(at, end)));
            }
            at = end;
        }
        return parts.toArray(Part[]::new);
    }

    private static int quoted(String pattern, int start, StringBuilder text) {
        int at = start;
        while (true) {
            if (pattern.charAt(at) != '\'') {
                text.append(pattern.charAt(at++));
            } else if (at + 1 < pattern.length() && pattern.charAt(at + 1) == '\'') {
                text.append('\'');
                at += 2;
            } else {
                return at + 1;
            }
        }
    }

    private static Part text(String text) {
        return new Part(Field.TEXT, 0, text.getBytes(UTF_8));
    }

    private static @Nullable Part field(char letter, int width) {
        Field field =
                switch (letter) {
                    case 'y', 'u' -> width == 4 || width == 2 ? Field.YEAR : null;
                    case 'M' -> width <= 2 ? Field.MONTH : null;
                    case 'd' -> width <= 2 ? Field.DAY : null;
                    case 'H' -> width <= 2 ? Field.HOUR : null;
                    case 'm' -> width <= 2 ? Field.MINUTE : null;
                    case 's' -> width <= 2 ? Field.SECOND : null;
                    case 'S' -> width <= 9 ? Field.FRACTION : null;
                    default -> null;
                };
        return field == null ? null : new Part(field, width, new byte[0]);
    }

    private static boolean isLetter(char character) {
        return character >= 'a' && character <= 'z' || character >= 'A' && character <= 'Z';
    }
}
