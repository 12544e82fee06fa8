// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.datagen;

import java.math.BigDecimal;

/** How many rows are due at a time: {@code floor(elapsed seconds × rows per second)} since the clock was first read. */
final class RowRate {

    private static final double MILLIS_PER_SECOND = 1_000;

    private final double rowsPerSecond;
    private boolean started;
    private long startMillis;

    RowRate(double rowsPerSecond) {
        this.rowsPerSecond = rowsPerSecond;
    }

    /** Rows per second out of the text of an option. */
    static double parse(String text) {
        double rate = new BigDecimal(text.replace("_", "")).doubleValue();
        if (rate <= 0 || Double.isInfinite(rate)) {
            throw new IllegalArgumentException("not above zero");
        }
        return rate;
    }

    boolean started() {
        return started;
    }

    /** When the clock was first read; {@code nowMillis} if that is now. */
    long startMillis(long nowMillis) {
        if (!started) {
            started = true;
            startMillis = nowMillis;
        }
        return startMillis;
    }

    /** The rows due by now, since the start. */
    long due(long nowMillis) {
        long elapsed = Math.max(0, nowMillis - startMillis(nowMillis));
        return (long) Math.floor(elapsed * rowsPerSecond / MILLIS_PER_SECOND);
    }

    /** The first time at which more than {@code rows} are due. */
    long dueMillis(long rows, long nowMillis) {
        long start = startMillis(nowMillis);
        long millis = (long) Math.ceil((rows + 1) * MILLIS_PER_SECOND / rowsPerSecond);
        while (due(start + millis) <= rows) {
            millis++;
        }
        return start + millis;
    }
}
