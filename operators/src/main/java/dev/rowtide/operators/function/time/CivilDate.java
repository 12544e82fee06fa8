// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

/**
 * Days since 1970-01-01 as dates of the proleptic Gregorian calendar, without objects. Counts years from March, so that the leap day comes last, in eras of 400
 * years, which have 146,097 days each.
 */
public final class CivilDate {

    private static final long DAYS_PER_ERA = 146_097;
    private static final long DAYS_FROM_MARCH_0000_TO_EPOCH = 719_468;

    private CivilDate() {}

    /** The date of a day, packed; see {@link #year}, {@link #month} and {@link #day}. */
    public static long of(long epochDay) {
        long shifted = epochDay + DAYS_FROM_MARCH_0000_TO_EPOCH;
        long era = Math.floorDiv(shifted, DAYS_PER_ERA);
        int dayOfEra = (int) (shifted - era * DAYS_PER_ERA);
        int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int monthFromMarch = (5 * dayOfYear + 2) / 153;
        int day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
        int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
        long year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
        return year << 9 | (long) month << 5 | day;
    }

    /** The year of a packed date. */
    public static long year(long date) {
        return date >> 9;
    }

    /** The month of a packed date, 1 to 12. */
    public static int month(long date) {
        return (int) (date >> 5) & 15;
    }

    /** The day of the month of a packed date, from 1. */
    public static int day(long date) {
        return (int) date & 31;
    }

    /** The days since 1970-01-01 of a date; a day beyond its month counts on into the next. */
    public static long epochDay(long year, int month, int day) {
        long marchYear = month <= 2 ? year - 1 : year;
        long era = Math.floorDiv(marchYear, 400);
        int yearOfEra = (int) (marchYear - era * 400);
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * DAYS_PER_ERA + dayOfEra - DAYS_FROM_MARCH_0000_TO_EPOCH;
    }

    /** The number of days of a month. */
    public static int lengthOfMonth(long year, int month) {
        return switch (month) {
            case 2 -> isLeap(year) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /** The day of the year, from 1. */
    public static int dayOfYear(long epochDay) {
        return (int) (epochDay - epochDay(year(of(epochDay)), 1, 1)) + 1;
    }

    /** The days since the last Monday, 0 to 6. */
    public static int daysSinceMonday(long epochDay) {
        return (int) Math.floorMod(epochDay + 3, 7L);
    }

    /** The number of the week by ISO 8601: weeks start on Monday and belong to the year that their Thursday lies in. */
    public static int week(long epochDay) {
        long thursday = epochDay - daysSinceMonday(epochDay) + 3;
        return (dayOfYear(thursday) - 1) / 7 + 1;
    }

    /** The day {@code months} later, or the last of its month where that has no such day. */
    public static long plusMonths(long epochDay, long months) {
        long date = of(epochDay);
        long month = year(date) * 12 + month(date) - 1 + months;
        long year = Math.floorDiv(month, 12);
        int monthOfYear = (int) Math.floorMod(month, 12L) + 1;
        return epochDay(year, monthOfYear, Math.min(day(date), lengthOfMonth(year, monthOfYear)));
    }

    private static boolean isLeap(long year) {
        return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
    }
}
