// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** q12: the bids of each bidder in windows of ten seconds of a clock, which is read before each batch of bids. */
final class BidsSeen implements Loop {
    private static final long SIZE_MILLIS = 10_000;
    private static final int COUNT = 2;

    private final Bids bids;
    private final LongSupplier clock;

    /** @param clock milliseconds since 1970 */
    BidsSeen(Bids bids, LongSupplier clock) {
        this.bids = bids;
        this.clock = clock;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(
                digest, new Output.Numbers(), new Output.Numbers(), new Output.Numbers(), new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        Records bidders = new Records(COUNT);
        long window = clock.getAsLong() / SIZE_MILLIS;
        for (int first = 0; first < bids.count; first += Output.CAPACITY) {
            long now = clock.getAsLong() / SIZE_MILLIS;
            if (now != window) {
                send(bidders, window, output);
                bidders = new Records(COUNT);
                window = now;
            }
            for (int bid = first; bid < Math.min(bids.count, first + Output.CAPACITY); bid++) {
                int slot = bidders.slotOf(bids.bidder[bid]);
                bidders.values[slot + COUNT]++;
            }
        }
        send(bidders, window, output);
    }

    private static void send(Records bidders, long window, Output output) {
        long[] values = bidders.values;
        for (int slot = 0; slot < values.length; slot += 1 + COUNT) {
            if (values[slot + 1] != 0) {
                output.numbers(0).values[output.rows] = values[slot];
                output.numbers(1).values[output.rows] = values[slot + COUNT];
                output.numbers(2).values[output.rows] = window * SIZE_MILLIS;
                output.numbers(3).values[output.rows++] = (window + 1) * SIZE_MILLIS;
                if (output.rows == Output.CAPACITY) {
                    output.deliver();
                }
            }
        }
        output.deliver();
    }
}
