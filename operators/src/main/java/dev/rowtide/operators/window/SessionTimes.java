// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.Watermarks;

/**
 * When sessions are complete, and when no row revises them any more. All in microseconds.
 *
 * @param gap the rows of a session are no further apart
 * @param resolution from the last event time of a session to its end
 * @param allowedLateness how long a session that is complete may be revised
 */
record SessionTimes(long gap, long resolution, long allowedLateness) {

    /** The last event time of the session whose last row has this time. */
    long last(long lastRow) {
        return lastRow + gap - resolution;
    }

    /** Whether a watermark has passed the end of the session with this last row. */
    boolean isComplete(long lastRow, long watermark) {
        return watermark != Watermarks.NONE && last(lastRow) <= watermark;
    }

    /** Whether the session with this last row takes in no more. */
    boolean isOver(long lastRow, long watermark) {
        return watermark == Watermarks.MAX
                || watermark > Watermarks.NONE + allowedLateness && last(lastRow) <= watermark - allowedLateness;
    }
}
