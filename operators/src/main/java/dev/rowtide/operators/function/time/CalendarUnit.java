// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.error.ErrorCode;
import java.util.Locale;

/** A unit that times can be rounded to: a number of nanoseconds, of days, or of months. Weeks start on Monday. */
enum CalendarUnit {
    NANOSECOND(1, 0, 0),
    MICROSECOND(1_000, 0, 0),
    MILLISECOND(1_000_000, 0, 0),
    SECOND(1_000_000_000L, 0, 0),
    MINUTE(60_000_000_000L, 0, 0),
    HOUR(3_600_000_000_000L, 0, 0),
    DAY(0, 1, 0),
    WEEK(0, 7, 0),
    MONTH(0, 0, 1),
    QUARTER(0, 0, 3),
    YEAR(0, 0, 12),
    DECADE(0, 0, 120),
    CENTURY(0, 0, 1_200),
    MILLENNIUM(0, 0, 12_000);

    /** Its length where it is a part of the day, else 0. */
    final long nanos;

    private final int days;
    private final int months;

    CalendarUnit(long nanos, int days, int months) {
        this.nanos = nanos;
        this.days = days;
        this.months = months;
    }

    static CalendarUnit of(String name) {
        try {
            return valueOf(name.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "'" + name + "' is not a unit of time").causedBy(e);
        }
    }

    /** The first day of the unit that a day lies in; the unit is a day or longer. */
    long firstDay(long epochDay) {
        if (months == 0) {
            return days == 7 ? epochDay - CivilDate.daysSinceMonday(epochDay) : epochDay;
        }
        return firstOfMonth(month(epochDay));
    }

    /** The first day of the unit after the one that a day lies in. */
    long nextDay(long epochDay) {
        return months == 0 ? firstDay(epochDay) + days : firstOfMonth(month(epochDay) + months);
    }

    /** The first month of the unit, counted from January of year 0. Centuries and millennia start in a year that ends in 01. */
    private long month(long epochDay) {
        long date = CivilDate.of(epochDay);
        long origin = months >= 1_200 ? 12 : 0;
        long month = CivilDate.year(date) * 12 + CivilDate.month(date) - 1 - origin;
        return month - Math.floorMod(month, (long) months) + origin;
    }

    private static long firstOfMonth(long month) {
        return CivilDate.epochDay(Math.floorDiv(month, 12L), (int) Math.floorMod(month, 12L) + 1, 1);
    }
}
