// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.LongDivisor;

/** How the stored numbers of a TIMESTAMP, TIMESTAMP_LTZ, TIME or INTERVAL_DAY_TIME count time: in units of which there are some to the second. */
public final class TimeScale {

    private static final TimeScale MICROS = new TimeScale(1_000_000);
    private static final TimeScale NANOS = new TimeScale(1_000_000_000);

    private final long unitsPerSecond;
    private final LongDivisor second;
    private final LongDivisor day;

    private TimeScale(long unitsPerSecond) {
        this.unitsPerSecond = unitsPerSecond;
        second = new LongDivisor(unitsPerSecond);
        day = new LongDivisor(unitsPerSecond * 86_400);
    }

    /** The scale of a type's stored numbers. */
    public static TimeScale of(Type type) {
        return switch (type.kind()) {
            case TIME -> NANOS;
            case INTERVAL_DAY_TIME -> MICROS;
            case TIMESTAMP, TIMESTAMP_LTZ -> type.unitsPerSecond() == 1_000_000 ? MICROS : NANOS;
            default -> throw new IllegalArgumentException(type + " counts no seconds");
        };
    }

    /** Units per second: a million or a billion. */
    public long unitsPerSecond() {
        return unitsPerSecond;
    }

    /** Units per day. */
    public long unitsPerDay() {
        return day.divisor();
    }

    /** The whole seconds, toward the past. */
    public long second(long stored) {
        return second.floorQuotient(stored);
    }

    /** The whole days, toward the past. */
    public long day(long stored) {
        return day.floorQuotient(stored);
    }
}
