// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.tick;

import dev.rowtide.operators.Tick;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides where ticks begin and end, and keeps the time that they know. In every-change mode each round is a tick.
 * Otherwise ticks end at multiples of the flush interval since the start, after so many rows, and at the end of the
 * input.
 */
public final class Ticks {

    private final TickPolicy policy;
    private final LongSupplier clock;
    private long number;
    private @Nullable Tick open;
    private long rows;
    private long nextFlushMillis;
    private long latestMillis;

    /** @param clock gives the time, milliseconds since the epoch */
    public Ticks(TickPolicy policy, LongSupplier clock) {
        this.policy = policy;
        this.clock = clock;
        latestMillis = clock.getAsLong();
        nextFlushMillis = latestMillis + policy.flushIntervalMillis();
    }

    /** The clock's time, or the latest it has shown: a machine's clock may be set back, a job's time never falls. */
    public long nowMillis() {
        latestMillis = Math.max(latestMillis, clock.getAsLong());
        return latestMillis;
    }

    /** The tick that is open; a new one if none is. */
    public Tick open(long nowMillis) {
        Tick tick = open;
        if (tick == null) {
            tick = new Tick(++number, nowMillis, policy.seed());
            open = tick;
        }
        return tick;
    }

    /** The tick that is open, or null. */
    public @Nullable Tick open() {
        return open;
    }

    /** Whether there was no tick yet: a job shows one at least. */
    public boolean areNone() {
        return number == 0;
    }

    /** So many rows were taken into the open tick. */
    public void took(int taken) {
        rows += taken;
    }

    /** How many rows the open tick takes in the next round at most. */
    public int rowsWanted() {
        long left = policy.flushRows() == 0 ? Long.MAX_VALUE : policy.flushRows() - rows;
        return (int) Math.min(policy.batchRows(), left);
    }

    /** Whether the tick ends after a round. */
    public boolean isDue(boolean tookRows, long nowMillis) {
        if (policy.everyChange()) {
            return tookRows;
        }
        return !policy.batch()
                && (policy.flushRows() > 0 && rows >= policy.flushRows()
                        || policy.flushIntervalMillis() > 0 && nowMillis >= nextFlushMillis);
    }

    /** The open tick has ended. */
    public void end() {
        open = null;
        rows = 0;
        while (policy.flushIntervalMillis() > 0 && nextFlushMillis <= nowMillis()) {
            nextFlushMillis += policy.flushIntervalMillis();
        }
    }

    /** When there may be something to do: a source has something, or a flush is due. */
    public long nextWakeMillis(long nowMillis, long nextPollMillis) {
        return policy.flushIntervalMillis() > 0 && !policy.batch()
                ? Math.min(nextPollMillis, Math.max(nowMillis + 1, nextFlushMillis))
                : nextPollMillis;
    }
}
