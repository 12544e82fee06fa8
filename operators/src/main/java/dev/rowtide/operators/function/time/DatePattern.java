// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.NumericDatePattern;
import dev.rowtide.core.function.NumericDatePattern.Field;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.TextWriter;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of {@link DateTimeFormatter}. Where it has numeric fields of fixed width and plain characters only, as nearly all have, a text of its length is
 * kept, into which each row's numbers are written: those of the date when the day changes, those of the time for each row.
 */
final class DatePattern {

    private static final long YEAR_MAX = 9_999;

    private final DateTimeFormatter formatter;
    private final List<Field> dateFields = new ArrayList<>();
    private final List<Field> timeFields = new ArrayList<>();

    /** The text, with the numbers of {@link #currentDay}; null if the pattern needs the formatter. */
    private final byte @Nullable [] text;

    private long currentDay = Long.MIN_VALUE;

    /** @throws EngineException if the pattern is malformed */
    DatePattern(String pattern) {
        try {
            formatter = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
        } catch (IllegalArgumentException e) {
            throw new EngineException(
                            ErrorCode.INVALID_ARGUMENT, "'" + pattern + "' is not a pattern for dates and times")
                    .withDetail(String.valueOf(e.getMessage()))
                    .causedBy(e);
        }
        NumericDatePattern numeric = NumericDatePattern.of(pattern);
        text = numeric == null ? null : numeric.text();
        if (numeric != null) {
            numeric.fields().forEach(field -> (field.unit().isOfDate() ? dateFields : timeFields).add(field));
        }
    }

    /** Whether all times of a day have the same text. */
    boolean isOfDateOnly() {
        return text != null && timeFields.isEmpty();
    }

    /**
     * Appends the text of a time to the writer.
     *
     * @param nanoOfDay the time of the day
     * @throws java.time.DateTimeException if the pattern asks for something that a local time has not, such as an offset
     */
    void write(long epochDay, long nanoOfDay, TextWriter writer) {
        byte[] text = this.text;
        if (text == null || !setDate(epochDay, text)) {
            LocalDateTime time = LocalDateTime.ofEpochSecond(
                    epochDay * 86_400 + nanoOfDay / 1_000_000_000L, (int) (nanoOfDay % 1_000_000_000L), ZoneOffset.UTC);
            writer.write(formatter.format(time).getBytes(UTF_8));
            return;
        }
        byte[] target = writer.reserve(text.length);
        int start = writer.used();
        System.arraycopy(text, 0, target, start, text.length);
        int secondOfDay = (int) (nanoOfDay / 1_000_000_000L);
        for (int i = 0; i < timeFields.size(); i++) {
            Field field = timeFields.get(i);
            switch (field.unit()) {
                case HOUR -> putTwo(secondOfDay / 3_600, target, start + field.start());
                case MINUTE -> putTwo(secondOfDay / 60 % 60, target, start + field.start());
                case SECOND -> putTwo(secondOfDay % 60, target, start + field.start());
                default -> putFraction(nanoOfDay % 1_000_000_000L, target, start + field.start(), field.width());
            }
        }
        writer.advance(text.length);
    }

    /** Brings the text to the day; false if its year has no four digits. */
    private boolean setDate(long epochDay, byte[] text) {
        if (epochDay == currentDay) {
            return true;
        }
        long date = CivilDate.of(epochDay);
        long year = CivilDate.year(date);
        if (year < 1 || year > YEAR_MAX) {
            return false;
        }
        for (Field field : dateFields) {
            switch (field.unit()) {
                case YEAR -> {
                    putTwo((int) year / 100, text, field.start());
                    putTwo((int) year % 100, text, field.start() + 2);
                }
                case YEAR_OF_CENTURY -> putTwo((int) year % 100, text, field.start());
                case MONTH -> putTwo(CivilDate.month(date), text, field.start());
                default -> putTwo(CivilDate.day(date), text, field.start());
            }
        }
        currentDay = epochDay;
        return true;
    }

    private static void putTwo(int number, byte[] target, int at) {
        target[at] = (byte) ('0' + number / 10);
        target[at + 1] = (byte) ('0' + number % 10);
    }

    private static void putFraction(long nanos, byte[] target, int at, int width) {
        long rest = nanos / Decimals.power(9 - width);
        for (int i = at + width - 1; i >= at; i--) {
            target[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }
}
