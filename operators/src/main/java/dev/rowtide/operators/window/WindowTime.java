// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.window;

/** The last event time of a window, as a point in time; the same again and again for rows that follow one another. */
final class WindowTime {

    private final long resolution;
    private final LocalTime localTime;
    private long end = Long.MIN_VALUE;
    private long time;

    /**
     * @param resolution microseconds between event times
     * @param localTime of the windows
     */
    WindowTime(long resolution, LocalTime localTime) {
        this.resolution = resolution;
        this.localTime = localTime;
    }

    /** That of a window that ends at a local time. */
    long of(long end) {
        if (end != this.end) {
            this.end = end;
            time = localTime.instantOf(end) - resolution;
        }
        return time;
    }
}
