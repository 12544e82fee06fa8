// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.plan.WindowSpec;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/** The windows that a local time lies in, earliest end first; times in microseconds. */
final class WindowsOfTime {

    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final int MONTHS_PER_YEAR = 12;
    private static final int EPOCH_YEAR = 1970;
    private static final LocalDate EPOCH = LocalDate.EPOCH;

    private final WindowSpec.Kind kind;
    private final boolean months;
    private final long size;
    private final long step;
    private final long offset;

    // Of the time loaded last, in the windows' unit: the start of its latest window, and the first end behind it of
    // those that cumulate.
    private long lastStart;
    private long firstEnd;
    private int count;

    WindowsOfTime(WindowSpec windows) {
        kind = windows.kind();
        months = windows.unit() == WindowSpec.Unit.MONTHS;
        size = windows.size();
        step = windows.step();
        offset = windows.offset();
    }

    /** Finds the windows of a time; how many they are. */
    int load(long time) {
        long units = months ? monthsOf(time) : time;
        if (kind == WindowSpec.Kind.CUMULATE) {
            lastStart = start(units, size);
            firstEnd = lastStart + Math.floorDiv(units - lastStart, step) * step + step;
            count = (int) ((lastStart + size - firstEnd) / step) + 1;
        } else {
            lastStart = start(units, step);
            // Those that started a size ago or longer are over; where the step leaves gaps, the latest may be.
            count = lastStart + size <= units ? 0 : (int) ((size - 1 - (units - lastStart)) / step) + 1;
        }
        return count;
    }

    private long start(long units, long every) {
        return Math.floorDiv(units - offset, every) * every + offset;
    }

    /** Where window {@code i} starts. */
    long start(int i) {
        return micros(kind == WindowSpec.Kind.CUMULATE ? lastStart : lastStart - (count - 1 - i) * step);
    }

    /** Where window {@code i} ends. */
    long end(int i) {
        return micros(
                kind == WindowSpec.Kind.CUMULATE ? firstEnd + i * step : lastStart - (count - 1 - i) * step + size);
    }

    private long micros(long units) {
        return months ? Math.multiplyExact(EPOCH.plusMonths(units).toEpochDay(), MICROS_PER_DAY) : units;
    }

    private static long monthsOf(long time) {
        LocalDate day = EPOCH.plus(Math.floorDiv(time, MICROS_PER_DAY), ChronoUnit.DAYS);
        return (day.getYear() - EPOCH_YEAR) * (long) MONTHS_PER_YEAR + day.getMonthValue() - 1;
    }
}
