// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Events;
import org.jspecify.annotations.Nullable;

/** q11: the sessions of each bidder, ten seconds apart. It takes times for in order, and sends a session with the first bid of the next, or at the end. */
final class BidderSessions extends EventLoop {
    private static final long GAP_MILLIS = 10_000;
    private static final int COUNT = 2;
    private static final int FIRST = 3;
    private static final int LAST = 4;

    private Records bidders = new Records(LAST);

    BidderSessions(Events events) {
        super(events);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(
                digest, new Output.Numbers(), new Output.Numbers(), new Output.Numbers(), new Output.Numbers());
    }

    @Override
    void clear() {
        bidders = new Records(LAST);
    }

    @Override
    void bid(int row, Output output) {
        int slot = bidders.slotOf(events.bids.bidder[row]);
        long time = events.bids.dateTime[row];
        long[] values = bidders.values;
        if (values[slot + COUNT] > 0 && time - values[slot + LAST] > GAP_MILLIS) {
            send(slot, output);
            values[slot + COUNT] = 0;
        }
        if (values[slot + COUNT]++ == 0) {
            values[slot + FIRST] = time;
        }
        values[slot + LAST] = time;
    }

    private void send(int slot, Output output) {
        int row = output.rows++;
        output.numbers(0).values[row] = bidders.values[slot];
        output.numbers(1).values[row] = bidders.values[slot + COUNT];
        output.numbers(2).values[row] = bidders.values[slot + FIRST];
        output.numbers(3).values[row] = bidders.values[slot + LAST] + GAP_MILLIS;
        if (output.rows == Output.CAPACITY) {
            output.deliver();
        }
    }

    @Override
    void flush(Output output) {
        for (int slot = 0; slot < bidders.values.length; slot += 1 + LAST) {
            if (bidders.values[slot + 1] != 0 && bidders.values[slot + COUNT] > 0) {
                send(slot, output);
                bidders.values[slot + COUNT] = 0;
            }
        }
        output.deliver();
    }
}
