// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/** The offsets of a time zone, looked up once per stretch between two changes. One thread uses it. */
public final class ZoneOffsets {

    /** No zone moves its clocks by more than this at once, seconds. */
    private static final long MARGIN = 2 * 86_400;

    private final ZoneId zone;
    private final ZoneRules rules;
    private long from;
    private long until;
    private long offset;

    public ZoneOffsets(ZoneId zone) {
        this.zone = zone;
        rules = zone.getRules();
        look(0);
    }

    /** The seconds that the zone's local time is ahead of UTC. */
    public long offset(long epochSecond) {
        if (epochSecond < from || epochSecond >= until) {
            look(epochSecond);
        }
        return offset;
    }

    /**
     * The seconds since the epoch at which the zone's clocks show a local time: the first of two such, and where the clocks leap over it, the time as much
     * later as they leap.
     *
     * @param localSecond the local time as seconds since 1970-01-01T00:00
     */
    public long toEpochSecond(long localSecond) {
        long guess = localSecond - offset;
        if (guess - MARGIN >= from && guess + MARGIN < until) {
            return guess;
        }
        return LocalDateTime.ofEpochSecond(localSecond, 0, ZoneOffset.UTC)
                .atZone(zone)
                .toEpochSecond();
    }

    private void look(long epochSecond) {
        Instant instant = Instant.ofEpochSecond(epochSecond);
        offset = rules.getOffset(instant).getTotalSeconds();
        ZoneOffsetTransition previous = rules.previousTransition(instant.plusNanos(1));
        ZoneOffsetTransition next = rules.nextTransition(instant);
        from = previous == null ? Long.MIN_VALUE / 2 : previous.toEpochSecond();
        until = next == null ? Long.MAX_VALUE / 2 : next.toEpochSecond();
    }
}
