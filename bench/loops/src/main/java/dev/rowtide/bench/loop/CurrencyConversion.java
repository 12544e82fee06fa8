// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import org.jspecify.annotations.Nullable;

/** q1: each bid, its price times 0.908. */
final class CurrencyConversion implements Loop {
    /** The rate, with three digits after the point. */
    static final long RATE = 908;

    static final int RATE_SCALE = 3;

    private final Bids bids;
    private final TextCopy extra;

    CurrencyConversion(Bids bids, boolean copied) {
        this.bids = bids;
        this.extra = new TextCopy(bids.extra, copied);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(
                digest,
                new Output.Numbers(),
                new Output.Numbers(),
                new Output.Numbers(RATE_SCALE),
                new Output.Numbers(),
                extra.newColumn());
    }

    @Override
    public void run(Output output) {
        for (int first = 0; first < bids.count; first += Output.CAPACITY) {
            int count = Math.min(Output.CAPACITY, bids.count - first);
            System.arraycopy(bids.auction, first, output.numbers(0).values, 0, count);
            System.arraycopy(bids.bidder, first, output.numbers(1).values, 0, count);
            convert(bids.price, first, output.numbers(2).values, count);
            System.arraycopy(bids.dateTime, first, output.numbers(3).values, 0, count);
            extra.range(first, count, output.text(4));
            output.rows = count;
            output.deliver();
        }
    }

    private static void convert(long[] prices, int first, long[] converted, int count) {
        for (int i = 0; i < count; i++) {
            converted[i] = prices[first + i] * RATE;
        }
    }
}
