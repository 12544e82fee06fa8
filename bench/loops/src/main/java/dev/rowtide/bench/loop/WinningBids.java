// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Auctions;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import org.jspecify.annotations.Nullable;

/** q9: each auction with its highest bid, the first of equal ones. */
final class WinningBids extends BidsInTime {
    private static final int AUCTION = 0;
    private static final int BID = 1;

    private final PickedRows picked;
    /** By row of the auction, the row of its highest bid plus one. */
    private int[] highest = {};

    WinningBids(Events events) {
        super(events);
        Auctions auctions = events.auctions;
        Bids bids = events.bids;
        picked = new PickedRows(2)
                .numbers(AUCTION, auctions.id)
                .details(AUCTION, auctions)
                .numbers(BID, bids.auction)
                .numbers(BID, bids.bidder)
                .undetermined()
                .numbers(BID, bids.price)
                .numbers(BID, bids.dateTime)
                .text(BID, bids.extra)
                .undetermined();
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return picked.newOutput(digest);
    }

    @Override
    void clear() {
        super.clear();
        highest = new int[events.auctions.count];
    }

    @Override
    void pair(int auction, int bid, Output output) {
        int before = highest[auction] - 1;
        if (before < 0) {
            picked.add(output, Output.INSERT, auction, bid);
        } else if (isHigher(bid, before)) {
            picked.add(output, Output.UPDATE_BEFORE, auction, before);
            picked.add(output, Output.UPDATE_AFTER, auction, bid);
        } else {
            return;
        }
        highest[auction] = bid + 1;
    }

    private boolean isHigher(int bid, int other) {
        Bids bids = events.bids;
        return bids.price[bid] > bids.price[other]
                || bids.price[bid] == bids.price[other] && bids.dateTime[bid] < bids.dateTime[other];
    }

    @Override
    void flush(Output output) {
        picked.deliver(output);
    }
}
