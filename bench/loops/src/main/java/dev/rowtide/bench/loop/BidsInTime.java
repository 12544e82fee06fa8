// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Events;

/** A loop over bids that were made while their auction was open, each with its auction: q4 and q9. */
abstract class BidsInTime extends EventLoop {
    private static final int AUCTION = 0;
    private static final int BID = 1;

    private Chains auctions = new Chains();

    BidsInTime(Events events) {
        super(events);
    }

    abstract void pair(int auction, int bid, Output output);

    @Override
    void clear() {
        auctions = new Chains(events.auctions.count, events.bids.count);
    }

    @Override
    final void auction(int row, Output output) {
        int slot = auctions.slotOf(events.auctions.id[row]);
        auctions.add(slot, AUCTION, row);
        for (int bid = auctions.head(slot, BID); bid != Chains.NONE; bid = auctions.next(BID, bid)) {
            compare(row, bid, output);
        }
    }

    @Override
    final void bid(int row, Output output) {
        int slot = auctions.slotOf(events.bids.auction[row]);
        auctions.add(slot, BID, row);
        for (int auction = auctions.head(slot, AUCTION);
                auction != Chains.NONE;
                auction = auctions.next(AUCTION, auction)) {
            compare(auction, row, output);
        }
    }

    private void compare(int auction, int bid, Output output) {
        long time = events.bids.dateTime[bid];
        if (time >= events.auctions.dateTime[auction] && time <= events.auctions.expires[auction]) {
            pair(auction, bid, output);
        }
    }
}
