// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Events;

/** A loop over events in stretches of time, each of which is over when an event comes that is four seconds later than its end. */
abstract class WindowedEvents extends EventLoop {
    private static final long DELAY_MILLIS = 4_000;

    final long sizeMillis;
    private final int ahead;
    private long first;
    private boolean begun;

    /** @param sizeMillis how long a stretch is */
    WindowedEvents(Events events, long sizeMillis) {
        super(events);
        this.sizeMillis = sizeMillis;
        ahead = 2 + (int) (DELAY_MILLIS / sizeMillis);
    }

    /** How many stretches may be open at once, in turn. */
    final int open() {
        return ahead;
    }

    /** The place, from 0 below {@link #open()}, of the stretch that a time lies in; those that are over by then end first. */
    final int placeOf(long time, Output output) {
        long stretch = time / sizeMillis;
        if (!begun) {
            first = stretch;
            begun = true;
        }
        while (time - DELAY_MILLIS >= (first + 1) * sizeMillis) {
            end(first, (int) (first % ahead), output);
            first++;
        }
        return (int) (stretch % ahead);
    }

    /** A stretch is over: what is at its place goes out and is forgotten. */
    abstract void end(long stretch, int place, Output output);

    @Override
    void clear() {
        begun = false;
    }

    @Override
    final void flush(Output output) {
        for (int i = 0; begun && i < ahead; i++) {
            end(first, (int) (first % ahead), output);
            first++;
        }
        deliver(output);
    }

    /** After the last stretch. */
    void deliver(Output output) {
        output.deliver();
    }
}
