// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.type;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Locale;

/**
 * Values as text and back: what casts to and from text, CSV, and everything printed agree on. Values are data as
 * {@code dev.rowtide.core.batch.Datum} defines them.
 */
public final class ValueText {

    private static final int YEAR_MAX = 9_999;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final long SECONDS_PER_DAY = 86_400L;

    private ValueText() {}

    /**
     * The text of a datum: timestamps as {@code 2024-01-31 10:00:15.250} with exactly the type's fractional digits,
     * booleans as {@code TRUE} and {@code FALSE}, decimals plainly, binary strings as {@code x'0aff'}, arrays as
     * {@code [1, NULL]}, maps as {@code {k=v}}, rows as {@code (1, a)}.
     *
     * @param value a datum of the type, not null
     * @param zone the session's time zone, in which a TIMESTAMP_LTZ is shown
     */
    public static String format(Object value, Type type, ZoneId zone) {
        return switch (type.kind()) {
            case BOOLEAN -> (Boolean) value ? "TRUE" : "FALSE";
            case TINYINT, SMALLINT, INTEGER, BIGINT, NULL -> Long.toString((Long) value);
            case DECIMAL -> ((BigDecimal) value).toPlainString();
            case FLOAT -> Float.toString(((Double) value).floatValue());
            case DOUBLE -> Double.toString((Double) value);
            case CHAR, VARCHAR -> (String) value;
            case BINARY, VARBINARY -> "x'" + HexFormat.of().formatHex((byte[]) value) + "'";
            case DATE -> LocalDate.ofEpochDay((Long) value).toString();
            case TIME -> time(LocalTime.ofNanoOfDay((Long) value), type.precision());
            case TIMESTAMP -> dateTime((Long) value, type, ZoneOffset.UTC);
            case TIMESTAMP_LTZ -> dateTime((Long) value, type, zone);
            case INTERVAL_YEAR_MONTH -> yearMonth((Long) value);
            case INTERVAL_DAY_TIME -> dayTime((Long) value);
            case ARRAY, MAP, ROW -> NestedText.format(value, type, zone);
        };
    }

    /**
     * The datum that {@code text} writes, blanks around it ignored except for character types. More fractional digits
     * than the type has are cut for times and rounded half up for decimals. Nested values are read as {@link #format}
     * writes them, if no text in them has a comma, a bracket or an equals sign.
     *
     * @param zone the session's time zone, in which a TIMESTAMP_LTZ without offset is read
     * @throws EngineException {@code INVALID_CAST} if it writes no value of the type, {@code NUMERIC_OUT_OF_RANGE} if
     *     it writes one too large
     */
    public static Object parse(String text, Type type, ZoneId zone) {
        String bare = type.kind().isText() ? text : text.strip();
        try {
            return switch (type.kind()) {
                case BOOLEAN -> parseBoolean(bare);
                case TINYINT, SMALLINT, INTEGER, BIGINT, NULL -> parseInteger(bare, type);
                case DECIMAL -> parseDecimal(bare, type);
                case FLOAT -> finite(Float.parseFloat(sqlNumber(bare)), bare, type);
                case DOUBLE -> finite(Double.parseDouble(sqlNumber(bare)), bare, type);
                case CHAR, VARCHAR -> text;
                case BINARY, VARBINARY -> parseBinary(bare);
                case DATE -> inYears(LocalDate.parse(bare), bare, type).toEpochDay();
                case TIME -> cut(LocalTime.parse(bare).toNanoOfDay(), NANOS_PER_SECOND, type.precision());
                case TIMESTAMP -> parseTimestamp(bare, type, ZoneOffset.UTC);
                case TIMESTAMP_LTZ -> parseTimestamp(bare, type, zone);
                case ARRAY, MAP, ROW -> NestedText.parse(bare, type, zone);
                case INTERVAL_YEAR_MONTH, INTERVAL_DAY_TIME -> throw new NumberFormatException();
            };
        } catch (NumberFormatException | DateTimeException e) {
            throw invalid(text, type).causedBy(e);
        }
    }

    /**
     * The stored form of a point in time.
     *
     * @param seconds since the epoch
     * @param nanos of the second
     * @param type a TIMESTAMP or TIMESTAMP_LTZ; digits beyond its precision are cut
     * @throws ArithmeticException if it lies outside the years that the type can hold
     */
    public static long timestamp(long seconds, int nanos, Type type) {
        long unitsPerSecond = type.unitsPerSecond();
        long fraction = nanos / (NANOS_PER_SECOND / unitsPerSecond);
        return cut(
                Math.addExact(Math.multiplyExact(seconds, unitsPerSecond), fraction), unitsPerSecond, type.precision());
    }

    /** A stored TIMESTAMP or TIMESTAMP_LTZ as an instant. */
    public static Instant instant(long stored, Type type) {
        long unitsPerSecond = type.unitsPerSecond();
        return Instant.ofEpochSecond(
                Math.floorDiv(stored, unitsPerSecond),
                Math.floorMod(stored, unitsPerSecond) * (NANOS_PER_SECOND / unitsPerSecond));
    }

    private static boolean parseBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "t", "1", "yes", "y", "on" -> true;
            case "false", "f", "0", "no", "n", "off" -> false;
            default -> throw new NumberFormatException();
        };
    }

    private static long parseInteger(String text, Type type) {
        BigDecimal number = new BigDecimal(text);
        if (isBelow(number, 0)) {
            return 0;
        } else if (number.scale() > 0) {
            number = number.setScale(0, RoundingMode.DOWN);
        }
        long max = switch (type.kind()) {
            case TINYINT -> Byte.MAX_VALUE;
            case SMALLINT -> Short.MAX_VALUE;
            case INTEGER -> Integer.MAX_VALUE;
            default -> Long.MAX_VALUE;
        };
        if (number.precision() - number.scale() > 19) {
            throw outOfRange(text, type);
        }
        if (number.compareTo(BigDecimal.valueOf(max)) > 0 || number.compareTo(BigDecimal.valueOf(-max - 1)) < 0) {
            throw outOfRange(text, type);
        }
        return number.longValueExact();
    }

    private static BigDecimal parseDecimal(String text, Type type) {
        BigDecimal number = new BigDecimal(text);
        if ((long) number.precision() - number.scale() > Type.DECIMAL_DIGITS_MAX) {
            throw outOfRange(text, type);
        }
        number = isBelow(number, type.scale() + 1)
                ? BigDecimal.ZERO.setScale(type.scale())
                : number.setScale(type.scale(), RoundingMode.HALF_UP);
        if (number.precision() > type.precision()) {
            throw outOfRange(text, type);
        }
        return number;
    }

    /** Whether the number is smaller than 10^-digits, told without writing out the zeros of {@code 1e-1000000000}. */
    private static boolean isBelow(BigDecimal number, int digits) {
        return (long) number.scale() - number.precision() >= digits;
    }

    /** The text, unless it is a number in Java only: {@code 1d}, {@code 0x1p3}. */
    private static String sqlNumber(String text) {
        char last = text.isEmpty() ? ' ' : Character.toLowerCase(text.charAt(text.length() - 1));
        boolean javaOnly = last == 'd' || last == 'f' || text.indexOf('x') >= 0 || text.indexOf('X') >= 0;
        if (javaOnly) {
            throw new NumberFormatException();
        }
        return text;
    }

    private static double finite(double value, String text, Type type) {
        if (Double.isInfinite(value) && !text.toLowerCase(Locale.ROOT).contains("inf")) {
            throw outOfRange(text, type);
        }
        return value;
    }

    private static byte[] parseBinary(String text) {
        boolean quoted = text.length() >= 3 && (text.startsWith("x'") || text.startsWith("X'")) && text.endsWith("'");
        try {
            return HexFormat.of().parseHex(quoted ? text.substring(2, text.length() - 1) : text);
        } catch (IllegalArgumentException e) {
            throw new NumberFormatException();
        }
    }

    private static long parseTimestamp(String text, Type type, ZoneId zone) {
        String iso =
                text.length() > 10 && text.charAt(10) == ' ' ? text.substring(0, 10) + 'T' + text.substring(11) : text;
        Instant instant;
        if (iso.indexOf('T') < 0) {
            instant =
                    inYears(LocalDate.parse(iso), text, type).atStartOfDay(zone).toInstant();
        } else if (hasOffset(iso)) {
            OffsetDateTime time = OffsetDateTime.parse(iso);
            inYears(time.toLocalDate(), text, type);
            if (type.kind() == TypeKind.TIMESTAMP && time.getOffset().getTotalSeconds() != 0) {
                throw invalid(text, type)
                        .withDetail("It has an offset from UTC, which a TIMESTAMP can't keep.")
                        .withHint("Cast it to TIMESTAMP_LTZ.");
            }
            instant = time.toInstant();
        } else {
            LocalDateTime time = LocalDateTime.parse(iso);
            inYears(time.toLocalDate(), text, type);
            instant = time.atZone(zone).toInstant();
        }
        try {
            return timestamp(instant.getEpochSecond(), instant.getNano(), type);
        } catch (ArithmeticException e) {
            throw outOfRange(text, type).causedBy(e);
        }
    }

    /** The date, if its year has four digits, as those that are written do. */
    private static LocalDate inYears(LocalDate date, String text, Type type) {
        if (date.getYear() < 0 || date.getYear() > YEAR_MAX) {
            throw outOfRange(text, type);
        }
        return date;
    }

    private static boolean hasOffset(String iso) {
        int time = iso.indexOf('T');
        return iso.endsWith("Z") || iso.indexOf('+', time) > 0 || iso.indexOf('-', time) > 0;
    }

    private static String dateTime(long stored, Type type, ZoneId zone) {
        LocalDateTime time = LocalDateTime.ofInstant(instant(stored, type), zone);
        return time.toLocalDate() + " " + time(time.toLocalTime(), type.precision());
    }

    private static String time(LocalTime time, int precision) {
        StringBuilder text = new StringBuilder(18);
        two(text, time.getHour()).append(':');
        two(text, time.getMinute()).append(':');
        two(text, time.getSecond());
        if (precision > 0) {
            String nanos = Long.toString(NANOS_PER_SECOND + time.getNano());
            text.append('.').append(nanos, 1, 1 + precision);
        }
        return text.toString();
    }

    private static StringBuilder two(StringBuilder text, long number) {
        return (number < 10 ? text.append('0') : text).append(number);
    }

    private static String yearMonth(long months) {
        long absolute = Math.abs(months);
        return (months < 0 ? "-" : "+") + absolute / 12 + "-" + (absolute % 12 < 10 ? "0" : "") + absolute % 12;
    }

    private static String dayTime(long micros) {
        long absolute = Math.abs(micros);
        long seconds = absolute / MICROS_PER_SECOND;
        long days = seconds / SECONDS_PER_DAY;
        LocalTime time = LocalTime.ofNanoOfDay(
                seconds % SECONDS_PER_DAY * NANOS_PER_SECOND + absolute % MICROS_PER_SECOND * 1_000);
        return (micros < 0 ? "-" : "+") + days + " " + time(time, absolute % 1_000 == 0 ? 3 : 6);
    }

    /** Cuts a stored time to {@code precision} fractional digits, toward the past. */
    private static long cut(long stored, long unitsPerSecond, int precision) {
        long unit = unitsPerSecond;
        for (int i = 0; i < precision && unit > 1; i++) {
            unit /= 10;
        }
        return stored - Math.floorMod(stored, unit);
    }

    private static EngineException invalid(String text, Type type) {
        String article = "AEIOU".indexOf(type.name().charAt(0)) < 0 ? "a " : "an ";
        return new EngineException(ErrorCode.INVALID_CAST, "'" + shortened(text) + "' is not " + article + type.name());
    }

    private static EngineException outOfRange(String text, Type type) {
        return new EngineException(
                ErrorCode.NUMERIC_OUT_OF_RANGE, "'" + shortened(text) + "' is out of range for " + type.name());
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 57) + "...";
    }
}
