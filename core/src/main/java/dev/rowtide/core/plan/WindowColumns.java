// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * The columns of an input that say which window a row is in. Both are TIMESTAMPs of microseconds, never NULL.
 *
 * @param start where the window starts
 * @param end where it ends, which is not in it any more
 * @param resolution microseconds from the last event time in a window to its end: one unit of the event time's type
 * @param zone the zone of whose local time start and end are; null where event time has no zone
 * @param clock what tells that a window is complete
 * @param sessionGap the gap of sessions in microseconds; those that end together may start apart, and their rows come when results of theirs are to go out. 0 for other windows
 */
public record WindowColumns(
        int start, int end, long resolution, @Nullable ZoneId zone, Clock clock, long sessionGap) {

    /** What tells that windows are complete. */
    public enum Clock {
        /** The watermark. */
        EVENT_TIME,
        /** The time of the tick. */
        PROCESSING_TIME,
        /** Nothing need: the rows of a window come at one position, and no more after that. */
        COMPLETE
    }

    /** The same columns elsewhere. */
    public WindowColumns at(int start, int end) {
        return new WindowColumns(start, end, resolution, zone, clock, sessionGap);
    }
}
