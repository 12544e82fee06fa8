// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.parser.statement;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * A span of time that names its units, as the standard interval of the largest unit that holds it exactly: days and smaller units to
 * the millisecond, or months and larger ones; the two do not mix, since a month has no fixed length.
 *
 * @param sign 1 or -1
 * @param value digits for the qualifier's unit
 */
record Duration(int sign, String value, SqlIntervalQualifier qualifier) {
    /** What Calcite's interval types hold at most. */
    private static final int DIGITS_MAX = 10;

    private static final int MILLISECOND_DIGITS = 3;

    private static final Pattern SHORT = Pattern.compile("(\\d+)([a-z])");
    private static final Pattern PART = Pattern.compile("\\G\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([a-z]+)\\s*");
    private static final Pattern CLOCK = Pattern.compile("\\s*(\\d+):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d{1,3})?))?\\s*");

    private static final BigDecimal SECOND = BigDecimal.valueOf(1_000);
    private static final BigDecimal MINUTE = BigDecimal.valueOf(60_000);
    private static final BigDecimal HOUR = BigDecimal.valueOf(3_600_000);
    private static final BigDecimal DAY = BigDecimal.valueOf(86_400_000);

    /** A unit by its length in milliseconds, or in months. */
    private record Unit(BigDecimal length, boolean months) {
        static Unit millis(BigDecimal length) {
            return new Unit(length, false);
        }

        static Unit months(long length) {
            return new Unit(BigDecimal.valueOf(length), true);
        }
    }

    private static final Map<String, Unit> LETTERS = Map.ofEntries(
            Map.entry("b", Unit.millis(new BigDecimal("0.000001"))),
            Map.entry("u", Unit.millis(new BigDecimal("0.001"))),
            Map.entry("a", Unit.millis(BigDecimal.ONE)),
            Map.entry("s", Unit.millis(SECOND)),
            Map.entry("m", Unit.millis(MINUTE)),
            Map.entry("h", Unit.millis(HOUR)),
            Map.entry("d", Unit.millis(DAY)),
            Map.entry("w", Unit.millis(DAY.multiply(BigDecimal.valueOf(7)))),
            Map.entry("n", Unit.months(1)),
            Map.entry("q", Unit.months(3)),
            Map.entry("y", Unit.months(12)));

    private static @Nullable Unit unitNamed(String word) {
        return switch (word) {
            case "us", "microsecond", "microseconds" -> LETTERS.get("u");
            case "ms", "millisecond", "milliseconds" -> LETTERS.get("a");
            case "s", "sec", "secs", "second", "seconds" -> LETTERS.get("s");
            case "m", "min", "mins", "minute", "minutes" -> LETTERS.get("m");
            case "h", "hr", "hrs", "hour", "hours" -> LETTERS.get("h");
            case "d", "day", "days" -> LETTERS.get("d");
            case "w", "week", "weeks" -> LETTERS.get("w");
            case "mon", "mons", "month", "months" -> LETTERS.get("n");
            case "quarter", "quarters" -> LETTERS.get("q");
            case "y", "yr", "year", "years" -> LETTERS.get("y");
            default -> null;
        };
    }

    /** Reads {@code 10s}. */
    static Duration parseShort(String text, SqlParserPos pos) {
        Matcher matcher = SHORT.matcher(text.toLowerCase(Locale.ROOT));
        Unit unit = matcher.matches() ? LETTERS.get(matcher.group(2)) : null;
        if (unit == null) {
            throw Refusal.at(pos, "\"" + text + "\" is not a duration");
        }
        return of(text, new BigDecimal(matcher.group(1)).multiply(unit.length()), unit.months(), pos);
    }

    /** Reads {@code 1 hour}, {@code 1 day 12 hours}, {@code 01:30:00}. */
    static Duration parse(String text, SqlParserPos pos) {
        Matcher clock = CLOCK.matcher(text);
        if (clock.matches()) {
            BigDecimal seconds = clock.group(3) == null ? BigDecimal.ZERO : new BigDecimal(clock.group(3));
            BigDecimal millis = new BigDecimal(clock.group(1))
                    .multiply(HOUR)
                    .add(new BigDecimal(clock.group(2)).multiply(MINUTE))
                    .add(seconds.multiply(SECOND));
            return of(text, millis, false, pos);
        }
        BigDecimal millis = BigDecimal.ZERO;
        BigDecimal months = BigDecimal.ZERO;
        boolean hasMillis = false;
        boolean hasMonths = false;
        int end = 0;
        String lower = text.toLowerCase(Locale.ROOT);
        Matcher part = PART.matcher(lower);
        while (part.find()) {
            Unit unit = unitNamed(part.group(2));
            if (unit == null) {
                throw Refusal.at(pos, "\"" + part.group(2) + "\" is not a unit of time");
            }
            BigDecimal length = new BigDecimal(part.group(1)).multiply(unit.length());
            hasMonths |= unit.months();
            hasMillis |= !unit.months();
            months = unit.months() ? months.add(length) : months;
            millis = unit.months() ? millis : millis.add(length);
            end = part.end();
        }
        if (end == 0 || end != lower.length()) {
            throw Refusal.at(pos, "\"" + text + "\" is not an interval such as '1 hour' or '1 day 12 hours'");
        }
        if (hasMillis && hasMonths) {
            throw Refusal.at(pos, "an interval cannot mix months or years with days or smaller units");
        }
        return of(text, hasMonths ? months : millis, hasMonths, pos);
    }

    private static Duration of(String text, BigDecimal length, boolean months, SqlParserPos pos) {
        BigDecimal magnitude = length.abs().stripTrailingZeros();
        if (magnitude.scale() > 0) {
            throw Refusal.at(pos, "\"" + text + "\" is not a whole number of " + (months ? "months" : "milliseconds"));
        }
        int sign = length.signum() < 0 ? -1 : 1;
        if (months) {
            return whole(text, sign, magnitude, BigDecimal.ONE, TimeUnit.MONTH, pos);
        }
        if (isMultiple(magnitude, DAY)) {
            return whole(text, sign, magnitude, DAY, TimeUnit.DAY, pos);
        }
        if (isMultiple(magnitude, HOUR)) {
            return whole(text, sign, magnitude, HOUR, TimeUnit.HOUR, pos);
        }
        if (isMultiple(magnitude, MINUTE)) {
            return whole(text, sign, magnitude, MINUTE, TimeUnit.MINUTE, pos);
        }
        if (isMultiple(magnitude, SECOND)) {
            return whole(text, sign, magnitude, SECOND, TimeUnit.SECOND, pos);
        }
        BigDecimal seconds = magnitude.divide(SECOND).setScale(MILLISECOND_DIGITS);
        int digits = checkDigits(text, seconds.toBigInteger().toString(), pos);
        return new Duration(
                sign,
                seconds.toPlainString(),
                new SqlIntervalQualifier(TimeUnit.SECOND, digits, null, MILLISECOND_DIGITS, pos));
    }

    private static boolean isMultiple(BigDecimal length, BigDecimal unit) {
        return length.remainder(unit).signum() == 0;
    }

    private static Duration whole(
            String text, int sign, BigDecimal length, BigDecimal unit, TimeUnit timeUnit, SqlParserPos pos) {
        String value = length.divide(unit).toBigIntegerExact().toString();
        int digits = checkDigits(text, value, pos);
        return new Duration(sign, value, new SqlIntervalQualifier(timeUnit, digits, null, -1, pos));
    }

    private static int checkDigits(String text, String value, SqlParserPos pos) {
        if (value.length() > DIGITS_MAX) {
            throw Refusal.at(pos, "\"" + text + "\" is too long for an interval");
        }
        return value.length();
    }
}
