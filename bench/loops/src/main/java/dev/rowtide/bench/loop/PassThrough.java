// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import org.jspecify.annotations.Nullable;

/** q0: some columns of each bid. */
final class PassThrough implements Loop {
    private final Bids bids;
    private final TextCopy extra;

    PassThrough(Bids bids, boolean copied) {
        this.bids = bids;
        this.extra = new TextCopy(bids.extra, copied);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(
                digest,
                new Output.Numbers(),
                new Output.Numbers(),
                new Output.Numbers(),
                new Output.Numbers(),
                extra.newColumn());
    }

    @Override
    public void run(Output output) {
        for (int first = 0; first < bids.count; first += Output.CAPACITY) {
            int count = Math.min(Output.CAPACITY, bids.count - first);
            System.arraycopy(bids.auction, first, output.numbers(0).values, 0, count);
            System.arraycopy(bids.bidder, first, output.numbers(1).values, 0, count);
            System.arraycopy(bids.price, first, output.numbers(2).values, 0, count);
            System.arraycopy(bids.dateTime, first, output.numbers(3).values, 0, count);
            extra.range(first, count, output.text(4));
            output.rows = count;
            output.deliver();
        }
    }
}
