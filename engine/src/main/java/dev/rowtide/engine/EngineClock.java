// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

/** The only clock of the engine, injected, so that tests and simulation own the time. */
public interface EngineClock {

    /** The time, milliseconds since the epoch. */
    long nowMillis();

    /**
     * Waits until the time, or a little; the caller looks again afterwards.
     *
     * @param untilMillis milliseconds since the epoch
     */
    void await(long untilMillis);

    /** The machine's clock. */
    static EngineClock system() {
        return new EngineClock() {
            @Override
            public long nowMillis() {
                return System.currentTimeMillis();
            }

            @Override
            public void await(long untilMillis) {
                long millis = Math.min(untilMillis - System.currentTimeMillis(), 50);
                if (millis > 0) {
                    java.util.concurrent.locks.LockSupport.parkNanos(millis * 1_000_000);
                }
            }
        };
    }
}
