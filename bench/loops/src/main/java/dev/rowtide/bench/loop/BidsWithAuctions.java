// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Events;

/** q20: the bids on what is sold in one category, with all that is known of it. */
final class BidsWithAuctions extends PickedLoop {
    private static final int BID = 0;
    private static final int AUCTION = 1;
    private static final int CATEGORY = 10;

    private Chains auctions = new Chains();

    BidsWithAuctions(Events events) {
        super(events, 2);
        picked.all(BID, events.bids).details(AUCTION, events.auctions);
    }

    @Override
    void clear() {
        auctions = new Chains(events.bids.count, events.auctions.count);
    }

    @Override
    void auction(int row, Output output) {
        if (events.auctions.category[row] != CATEGORY) {
            return;
        }
        int slot = auctions.slotOf(events.auctions.id[row]);
        auctions.add(slot, AUCTION, row);
        for (int bid = auctions.head(slot, BID); bid != Chains.NONE; bid = auctions.next(BID, bid)) {
            picked.add(output, Output.INSERT, bid, row);
        }
    }

    @Override
    void bid(int row, Output output) {
        int slot = auctions.slotOf(events.bids.auction[row]);
        auctions.add(slot, BID, row);
        for (int auction = auctions.head(slot, AUCTION);
                auction != Chains.NONE;
                auction = auctions.next(AUCTION, auction)) {
            picked.add(output, Output.INSERT, row, auction);
        }
    }
}
