// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Windows of one length that repeat, side by side or overlapping. Those of months follow the calendar, the others are of one length in local time.
 *
 * @param kind how they lie to one another
 * @param unit what the lengths are counted in
 * @param size the length of a window; of the longest of those that cumulate
 * @param step from the start of one window to that of the next; by how much each of those that cumulate is longer than the one before, which divides the size
 * @param offset by how much the first window starts later than 1970-01-01 00:00, smaller than the size either way
 * @param zone the zone of whose local time the windows are, for event times that are points in time; null for event times without zone
 */
public record WindowSpec(
        Kind kind,
        Unit unit,
        long size,
        long step,
        long offset,
        @Nullable ZoneId zone) {

    /** How windows lie to one another. */
    public enum Kind {
        /** Side by side. */
        TUMBLE,
        /** Each starts a step after the one before; they overlap where the step is shorter than they are. */
        HOP,
        /** Several start together and each is a step longer than the one before. */
        CUMULATE
    }

    /** What lengths are counted in. */
    public enum Unit {
        MICROS,
        MONTHS
    }

    /** Whether every event time lies in one window. */
    public boolean isPartition() {
        return size == step;
    }
}
