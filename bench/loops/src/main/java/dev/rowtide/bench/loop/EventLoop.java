// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Events;

/** A loop over the mixed stream of events: says what to do with each. */
abstract class EventLoop implements Loop {
    final Events events;

    EventLoop(Events events) {
        this.events = events;
    }

    void person(int row, Output output) {}

    void auction(int row, Output output) {}

    void bid(int row, Output output) {}

    /** Forgets all that earlier events have left. */
    abstract void clear();

    /** What is to go out after the last event, or as soon as so many events have come in. */
    void flush(Output output) {}

    /** How many events come in between two flushes. */
    int flushEvents() {
        return Integer.MAX_VALUE;
    }

    @Override
    public final void run(Output output) {
        clear();
        int nextFlush = flushEvents();
        for (int event = 0; event < events.count; event += Events.ROUND) {
            round(event, Math.min(event + Events.ROUND, events.count), output);
            if (event + Events.ROUND >= nextFlush) {
                flush(output);
                nextFlush += flushEvents();
            }
        }
        flush(output);
    }

    private void round(int from, int to, Output output) {
        for (int row = Events.personsBefore(from); row < Events.personsBefore(to); row++) {
            person(row, output);
        }
        for (int row = Events.auctionsBefore(from); row < Events.auctionsBefore(to); row++) {
            auction(row, output);
        }
        for (int row = Events.bidsBefore(from); row < Events.bidsBefore(to); row++) {
            bid(row, output);
        }
    }
}
