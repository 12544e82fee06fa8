// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import org.jspecify.annotations.Nullable;

/** q18: each bidder's last bid on each auction. */
final class LatestBids extends EventLoop {
    private static final int AUCTION_BITS = 32;
    private static final int LATEST = 2;

    private final PickedRows picked;
    private Records latest = new Records(2);

    LatestBids(Events events) {
        super(events);
        picked = columns(events.bids);
    }

    /** All columns of bids. */
    static PickedRows columns(Bids bids) {
        return new PickedRows(1)
                .numbers(0, bids.auction)
                .numbers(0, bids.bidder)
                .numbers(0, bids.price)
                .text(0, bids.channels, bids.channel)
                .text(0, bids.urls, bids.channel)
                .numbers(0, bids.dateTime)
                .text(0, bids.extra);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return picked.newOutput(digest);
    }

    @Override
    void clear() {
        latest = new Records(2);
    }

    @Override
    void bid(int row, Output output) {
        Bids bids = events.bids;
        int slot = latest.slotOf(bids.bidder[row] << AUCTION_BITS | bids.auction[row]);
        int before = (int) latest.values[slot + LATEST] - 1;
        if (before < 0) {
            picked.add(output, Output.INSERT, row);
        } else if (bids.dateTime[row] >= bids.dateTime[before]) {
            picked.add(output, Output.UPDATE_BEFORE, before);
            picked.add(output, Output.UPDATE_AFTER, row);
        } else {
            return;
        }
        latest.values[slot + LATEST] = row + 1;
    }

    @Override
    void flush(Output output) {
        picked.deliver(output);
    }
}
