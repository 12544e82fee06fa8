// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Points in time as local times of a zone and back, both in microseconds since 1970-01-01 00:00. Without a zone both are the same. Where clocks are put back a local time
 * stands for the later of its two points in time, so that a window that ends there has had all its rows. But the first of those that come twice stands for the earlier one:
 * all that is before it in local time is over then. One that clocks skip stands for the moment of the change.
 */
final class LocalTime {

    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final int NANOS_PER_MICRO = 1_000;

    private final @Nullable ZoneRules rules;

    // The offset, and for which points in time it holds: from the first one to before the second.
    private long offset;
    private long from = Long.MAX_VALUE;
    private long to = Long.MIN_VALUE;

    LocalTime(@Nullable ZoneId zone) {
        rules = zone == null ? null : zone.getRules();
    }

    /** The local time of a point in time. */
    long of(long instant) {
        if (rules == null) {
            return instant;
        }
        if (instant < from || instant >= to) {
            loadOffset(rules, instant);
        }
        return instant + offset;
    }

    private void loadOffset(ZoneRules rules, long instant) {
        Instant at = instant(instant);
        offset = rules.getOffset(at).getTotalSeconds() * MICROS_PER_SECOND;
        ZoneOffsetTransition next = rules.nextTransition(at);
        from = instant;
        to = next == null ? Long.MAX_VALUE : next.toEpochSecond() * MICROS_PER_SECOND;
    }

    /** The point in time at which a local time is over. */
    long instantOf(long local) {
        if (rules == null) {
            return local;
        }
        LocalDateTime time = LocalDateTime.ofEpochSecond(
                Math.floorDiv(local, MICROS_PER_SECOND),
                (int) Math.floorMod(local, MICROS_PER_SECOND) * NANOS_PER_MICRO,
                ZoneOffset.UTC);
        ZoneOffsetTransition transition = rules.getTransition(time);
        if (transition == null) {
            return local - rules.getOffset(time).getTotalSeconds() * MICROS_PER_SECOND;
        }
        if (transition.isGap()) {
            return transition.toEpochSecond() * MICROS_PER_SECOND;
        }
        boolean isFirst = time.equals(transition.getDateTimeAfter());
        ZoneOffset meant = isFirst ? transition.getOffsetBefore() : transition.getOffsetAfter();
        return local - meant.getTotalSeconds() * MICROS_PER_SECOND;
    }

    private static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
    }
}
