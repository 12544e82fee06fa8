// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.replay;

import dev.rowtide.engine.EngineClock;

/** Moves only when a job waits, and by as little as can be; a job that waits again and again is stopped. */
public final class ReplayClock implements EngineClock {

    private static final long WAITS_MAX = 1_000_000;
    private long nowMillis;
    private long waits;

    @Override
    public long nowMillis() {
        return nowMillis;
    }

    @Override
    public void await(long untilMillis) {
        nowMillis++;
        if (++waits > WAITS_MAX) {
            throw new IllegalStateException("the job waits though its input is there");
        }
    }
}
