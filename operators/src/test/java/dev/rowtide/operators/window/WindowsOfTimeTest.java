// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.core.plan.WindowSpec;
import dev.rowtide.core.plan.WindowSpec.Kind;
import dev.rowtide.core.plan.WindowSpec.Unit;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WindowsOfTimeTest {

    @Test
    void theWindowsOfATimeAreThoseThatHoldIt() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            Kind kind = Kind.values()[random.nextInt(3)];
            long step = 1 + random.nextInt(5);
            long size = kind == Kind.HOP
                    ? 1 + random.nextInt(12)
                    : step * (kind == Kind.TUMBLE ? 1 : 1 + random.nextInt(4));
            long offset = random.nextInt((int) (2 * size - 1)) - (size - 1);
            WindowsOfTime windows = new WindowsOfTime(new WindowSpec(kind, Unit.MICROS, size, step, offset, null));
            long time = random.nextInt(100) - 50;
            List<String> found = new ArrayList<>();
            int count = windows.load(time);
            for (int i = 0; i < count; i++) {
                found.add(windows.start(i) + " to " + windows.end(i));
            }
            assertThat(found)
                    .describedAs("%s of %d, step %d, offset %d, at %d", kind, size, step, offset, time)
                    .isEqualTo(holding(kind, size, step, offset, time));
        }
    }

    /** All windows near a time that hold it, by their ends. */
    private static List<String> holding(Kind kind, long size, long step, long offset, long time) {
        List<String> holding = new ArrayList<>();
        for (long end = time - 50; end < time + 100; end++) {
            for (long start = end - size; start < end; start++) {
                boolean isWindow = kind == Kind.CUMULATE
                        ? Math.floorMod(start - offset, size) == 0 && Math.floorMod(end - start, step) == 0
                        : end - start == size && Math.floorMod(start - offset, step) == 0;
                if (isWindow && start <= time && time < end) {
                    holding.add(start + " to " + end);
                }
            }
        }
        return holding;
    }

    @Test
    void monthsFollowTheCalendar() {
        WindowsOfTime months = new WindowsOfTime(new WindowSpec(Kind.TUMBLE, Unit.MONTHS, 1, 1, 0, null));
        assertThat(months.load(micros("2024-02-29T23:59:59"))).isOne();
        assertThat(months.start(0)).isEqualTo(micros("2024-02-01T00:00:00"));
        assertThat(months.end(0)).isEqualTo(micros("2024-03-01T00:00:00"));
        WindowsOfTime years = new WindowsOfTime(new WindowSpec(Kind.HOP, Unit.MONTHS, 24, 12, 0, null));
        assertThat(years.load(micros("1969-07-20T20:17:40"))).isEqualTo(2);
        assertThat(years.start(0)).isEqualTo(micros("1968-01-01T00:00:00"));
        assertThat(years.end(1)).isEqualTo(micros("1971-01-01T00:00:00"));
    }

    @Test
    void daysAreAsLongAsClocksMakeThem() {
        LocalTime berlin = new LocalTime(ZoneId.of("Europe/Berlin"));
        assertThat(hours(berlin, "2025-03-29")).isEqualTo(24);
        assertThat(hours(berlin, "2025-03-30")).isEqualTo(23);
        assertThat(hours(berlin, "2025-10-26")).isEqualTo(25);
        long skipped = berlin.instantOf(micros("2025-03-30T02:30:00"));
        assertThat(skipped).isEqualTo(instant("2025-03-30T03:00:00+02:00"));
        long twice = berlin.instantOf(micros("2025-10-26T02:30:00"));
        assertThat(twice).isEqualTo(instant("2025-10-26T02:30:00+01:00"));
        assertThat(berlin.of(instant("2025-10-26T02:30:00+02:00"))).isEqualTo(berlin.of(twice));
    }

    private static long hours(LocalTime zone, String day) {
        long start = micros(day + "T00:00:00");
        return (zone.instantOf(start + 86_400_000_000L) - zone.instantOf(start)) / 3_600_000_000L;
    }

    private static long micros(String local) {
        return LocalDateTime.parse(local).toEpochSecond(ZoneOffset.UTC) * 1_000_000;
    }

    private static long instant(String zoned) {
        return ZonedDateTime.parse(zoned).toEpochSecond() * 1_000_000;
    }
}
