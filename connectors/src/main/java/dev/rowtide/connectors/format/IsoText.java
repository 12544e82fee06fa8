// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

/**
 * The parts of ISO dates and times at fixed places in bytes: {@code 2024-01-31} and {@code 10:00:15}. Whatever is laid out otherwise gives
 * {@link #NONE} and is for slower parsers.
 */
final class IsoText {

    static final int DATE_LENGTH = 10;
    static final int TIME_LENGTH = 8;

    /** Not of the layout, or no such date or time. */
    static final long NONE = Long.MIN_VALUE;

    /** {@code 00:00:00}, the first character in the lowest byte. */
    private static final long MIDNIGHT = 0x30303a30303a3030L;

    /** What a byte may be increased by until it reaches the high bit: a digit's value by 0x76, a colon's, 0, by 0x7f. */
    private static final long ABOVE_MAX = 0x76767f76767f7676L;

    private static final int DAYS_TO_EPOCH = 719_468;
    private static final int DAYS_PER_ERA = 146_097;

    private IsoText() {}

    /** The days since 1970-01-01 of the date in the ten bytes from {@code at}. */
    static long epochDay(byte[] data, int at) {
        int year = number(data, at) * 100 + number(data, at + 2);
        int month = number(data, at + 5);
        int day = number(data, at + 8);
        if ((year | month | day) < 0 || data[at + 4] != '-' || data[at + 7] != '-') {
            return NONE;
        }
        if (month < 1 || month > 12 || day < 1 || day > daysIn(month, year)) {
            return NONE;
        }
        return epochDay(year, month, day);
    }

    /** The second of the day of the time in the eight bytes from {@code at}. */
    static long secondOfDay(byte[] data, int at) {
        long parts = ByteWords.get(data, at) ^ MIDNIGHT;
        if (((parts + ABOVE_MAX | parts) & ByteWords.HIGH_BITS) != 0) {
            return NONE;
        }
        long pairs = parts * 10 + (parts >>> 8);
        int hour = (int) pairs & 0xff;
        int minute = (int) (pairs >>> 24) & 0xff;
        int second = (int) (pairs >>> 48) & 0xff;
        return hour > 23 || minute > 59 || second > 59 ? NONE : hour * 3600L + minute * 60L + second;
    }

    /** The two digits from {@code at}; negative, also when scaled and added to others, if they are none. */
    static int number(byte[] data, int at) {
        int tens = data[at] - '0';
        int ones = data[at + 1] - '0';
        return (tens | ones | 9 - tens | 9 - ones) < 0 ? -10_000 : tens * 10 + ones;
    }

    /** The proleptic Gregorian calendar, counted in years that start in March so that the leap day is the last. */
    private static long epochDay(int year, int month, int day) {
        int marchYear = month > 2 ? year : year - 1;
        int era = Math.floorDiv(marchYear, 400);
        int yearOfEra = marchYear - era * 400;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return (long) era * DAYS_PER_ERA + dayOfEra - DAYS_TO_EPOCH;
    }

    private static int daysIn(int month, int year) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }
}
