// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.core.function.ScalarFunction;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * (text, pattern): the TIMESTAMP(3) that a text writes by a pattern of {@link DateTimeFormatter}; midnight where the pattern has no time, NULL when an argument is.
 *
 * @param name the name under which it was called
 */
record ParseTimestamp(String name) implements ScalarFunction {

    private static final Type RESULT = Type.timestamp(3);

    @Override
    public @Nullable Object apply(@Nullable Object[] arguments) {
        if (!(arguments[0] instanceof String text) || !(arguments[1] instanceof String pattern)) {
            return null;
        }
        DateTimeFormatter format;
        try {
            format = DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + pattern + "' is not a pattern of a time")
                    .causedBy(e);
        }
        try {
            TemporalAccessor parsed = format.parse(text);
            LocalDate date = parsed.query(TemporalQueries.localDate());
            LocalTime time = parsed.query(TemporalQueries.localTime());
            if (date == null) {
                throw new DateTimeException("no date");
            }
            Instant instant =
                    date.atTime(time == null ? LocalTime.MIDNIGHT : time).toInstant(ZoneOffset.UTC);
            return ValueText.timestamp(instant.getEpochSecond(), instant.getNano(), RESULT);
        } catch (DateTimeException | ArithmeticException e) {
            throw new EngineException(ErrorCode.INVALID_DATETIME, "'" + text + "' is not written as '" + pattern + "'")
                    .causedBy(e);
        }
    }
}
