// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/** Days and minutes of the day as text, all of it in one array. */
final class Days {
    static final int DAY_LENGTH = "yyyy-MM-dd".length();
    static final int MINUTE_LENGTH = "HH:mm".length();

    private static final long MINUTE_MILLIS = 60_000;
    private static final int MINUTES = 24 * 60;
    private static final long DAY_MILLIS = MINUTES * MINUTE_MILLIS;
    private static final int DAYS_MAX = 16;

    final byte[] bytes = new byte[MINUTES * MINUTE_LENGTH + DAYS_MAX * DAY_LENGTH];
    private final long[] days = new long[DAYS_MAX];
    private int count;

    Days() {
        for (int minute = 0; minute < MINUTES; minute++) {
            put(String.format("%02d:%02d", minute / 60, minute % 60), minuteOffset(minute));
        }
    }

    private void put(String text, int at) {
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, bytes, at, text.length());
    }

    /** A small number for the day of a time, milliseconds since 1970. */
    int dayOf(long millis) {
        long day = millis / DAY_MILLIS;
        for (int i = count - 1; i >= 0; i--) {
            if (days[i] == day) {
                return i;
            }
        }
        days[count] = day;
        put(LocalDate.ofEpochDay(day).toString(), dayOffset(count));
        return count++;
    }

    static int minuteOf(long millis) {
        return (int) (millis / MINUTE_MILLIS % MINUTES);
    }

    static int dayOffset(int day) {
        return MINUTES * MINUTE_LENGTH + day * DAY_LENGTH;
    }

    static int minuteOffset(int minute) {
        return minute * MINUTE_LENGTH;
    }

    /** Makes a row of a column a day or a minute of the day. */
    static void put(Output.Text column, int row, int offset, int length) {
        column.offset[row] = offset;
        column.length[row] = length;
    }
}
