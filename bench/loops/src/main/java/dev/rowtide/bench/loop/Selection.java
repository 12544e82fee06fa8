// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import org.jspecify.annotations.Nullable;

/** q2: the bids on every 123rd auction. */
final class Selection implements Loop {
    private final Bids bids;

    Selection(Bids bids) {
        this.bids = bids;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        for (int first = 0; first < bids.count; first += Output.CAPACITY) {
            int end = Math.min(first + Output.CAPACITY, bids.count);
            output.rows = select(first, end, output.numbers(0).values, output.numbers(1).values);
            output.deliver();
        }
    }

    private int select(int first, int end, long[] auctions, long[] prices) {
        int rows = 0;
        for (int bid = first; bid < end; bid++) {
            long auction = bids.auction[bid];
            if (auction % 123 == 0) {
                auctions[rows] = auction;
                prices[rows] = bids.price[bid];
                rows++;
            }
        }
        return rows;
    }
}
