// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

/** A clock that stands still but for waiting: whoever waits for a time finds it come. */
final class VirtualClock implements EngineClock {

    private long nowMillis;

    VirtualClock(long startMillis) {
        nowMillis = startMillis;
    }

    @Override
    public long nowMillis() {
        return nowMillis;
    }

    @Override
    public void await(long untilMillis) {
        nowMillis = Math.max(nowMillis, untilMillis);
    }
}
