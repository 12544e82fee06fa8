// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

import dev.rowtide.core.batch.Watermarks;

/** When results go out early: each time that the watermark comes to a multiple of an interval. The first watermark says only where that begins. */
final class EarlyTimes {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final long every;
    private final long resolution;

    /** The multiple that the watermark has come to, or {@link #UNKNOWN}. */
    private long reached = UNKNOWN;

    /**
     * @param every the interval in microseconds; 0 for never
     * @param resolution microseconds between event times
     */
    EarlyTimes(long every, long resolution) {
        this.every = every;
        this.resolution = resolution;
    }

    /** The positions of a round before which results go out, in the order in which they come. Asked once a round. */
    long[] positions(RoundWatermarks watermarks) {
        return every == 0 ? new long[0] : watermarks.positionsOf(this::isReached);
    }

    private boolean isReached(long watermark) {
        if (watermark == Watermarks.NONE || watermark == Watermarks.MAX) {
            return false;
        }
        long before = reached;
        reached = Math.max(reached, Math.floorDiv(watermark + resolution, every));
        return before != UNKNOWN && reached > before;
    }

    /** The next such time, microseconds; {@link Long#MAX_VALUE} if none is known. */
    long next() {
        return every == 0 || reached == UNKNOWN ? Long.MAX_VALUE : (reached + 1) * every;
    }

    /** What {@link #restore} needs to know. */
    long reached() {
        return reached;
    }

    /** Goes on behind what was reached before a restore. */
    void restore(long before) {
        reached = Math.max(reached, before);
    }
}
