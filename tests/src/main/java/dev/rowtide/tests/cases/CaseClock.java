// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.cases;

import dev.rowtide.engine.EngineClock;

/** A clock that stands still until it is moved. */
final class CaseClock implements EngineClock {

    private long nowMillis = 1_704_067_200_000L;

    @Override
    public long nowMillis() {
        return nowMillis;
    }

    /** Does not move the clock: whoever waits here waits for rows, which are there or will never come. */
    @Override
    public void await(long untilMillis) {}

    void advance(long millis) {
        nowMillis += millis;
    }
}
