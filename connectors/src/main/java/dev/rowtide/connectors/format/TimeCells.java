// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.ValueText;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Dates, times and timestamps, as {@link ValueText} writes them but without making objects. */
final class TimeCells {

    private static final long SECONDS_PER_DAY = 86_400;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** 0000-01-01 and 9999-12-31: years of four digits. */
    private static final long DAY_MIN = -719_528;

    private static final long DAY_MAX = 2_932_896;

    private static final int DAYS_PER_ERA = 146_097;
    private static final int DAYS_TO_EPOCH = 719_468;

    private TimeCells() {}

    static CellWriter date(Type type) {
        return (column, row, out) -> {
            long day = value(column, row);
            if (day < DAY_MIN || day > DAY_MAX) {
                out.put(ValueText.format(day, type, ZoneOffset.UTC));
            } else {
                putDate(day, out);
            }
        };
    }

    static CellWriter time(Type type) {
        return (column, row, out) -> {
            long nanos = value(column, row);
            putTime(nanos / NANOS_PER_SECOND, nanos % NANOS_PER_SECOND, type.precision(), out);
        };
    }

    /**
     * A timestamp.
     *
     * @param between what stands between date and time
     * @param zone where a TIMESTAMP_LTZ is shown; UTC for a TIMESTAMP
     * @param suffix what follows the time
     */
    static CellWriter timestamp(Type type, char between, ZoneId zone, String suffix) {
        long unitsPerSecond = type.unitsPerSecond();
        boolean utc = zone.normalized().equals(ZoneOffset.UTC);
        return (column, row, out) -> {
            long stored = value(column, row);
            long seconds = Math.floorDiv(stored, unitsPerSecond);
            if (!utc) {
                seconds += zone.getRules()
                        .getOffset(ValueText.instant(stored, type))
                        .getTotalSeconds();
            }
            long nanos = Math.floorMod(stored, unitsPerSecond) * (NANOS_PER_SECOND / unitsPerSecond);
            long day = Math.floorDiv(seconds, SECONDS_PER_DAY);
            if (day < DAY_MIN || day > DAY_MAX) {
                out.put(ValueText.format(stored, type, zone).replace(' ', between));
            } else {
                putDate(day, out);
                out.put(between);
                putTime(Math.floorMod(seconds, SECONDS_PER_DAY), nanos, type.precision(), out);
            }
            out.put(suffix);
        };
    }

    private static long value(Column column, int row) {
        return ((LongColumn) column).values()[row];
    }

    /** In years that start in March, as {@link IsoText} counts them. */
    private static void putDate(long epochDay, TextBuffer out) {
        long shifted = epochDay + DAYS_TO_EPOCH;
        long era = Math.floorDiv(shifted, (long) DAYS_PER_ERA);
        long dayOfEra = shifted - era * DAYS_PER_ERA;
        long yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long monthFromMarch = (5 * dayOfYear + 2) / 153;
        long day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        long month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        out.putPadded(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4);
        out.put('-');
        out.putPadded(month, 2);
        out.put('-');
        out.putPadded(day, 2);
    }

    private static void putTime(long secondOfDay, long nanos, int precision, TextBuffer out) {
        out.putPadded(secondOfDay / 3_600, 2);
        out.put(':');
        out.putPadded(secondOfDay / 60 % 60, 2);
        out.put(':');
        out.putPadded(secondOfDay % 60, 2);
        if (precision > 0) {
            out.put('.');
            out.putPadded(nanos / NumberCells.power(9 - precision), precision);
        }
    }
}
