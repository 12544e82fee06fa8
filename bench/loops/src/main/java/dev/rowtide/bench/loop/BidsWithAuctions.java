// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Auctions;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import org.jspecify.annotations.Nullable;

/** q20: the bids on what is sold in one category, with all that is known of it. */
final class BidsWithAuctions extends EventLoop {
    private static final int BID = 0;
    private static final int AUCTION = 1;
    private static final int CATEGORY = 10;

    private final PickedRows picked;
    private Chains auctions = new Chains();

    BidsWithAuctions(Events events) {
        super(events);
        Bids bids = events.bids;
        Auctions auctions = events.auctions;
        picked = new PickedRows(2)
                .numbers(BID, bids.auction)
                .numbers(BID, bids.bidder)
                .numbers(BID, bids.price)
                .text(BID, bids.channels, bids.channel)
                .text(BID, bids.urls, bids.channel)
                .numbers(BID, bids.dateTime)
                .text(BID, bids.extra)
                .text(AUCTION, auctions.itemName)
                .text(AUCTION, auctions.description)
                .numbers(AUCTION, auctions.initialBid)
                .numbers(AUCTION, auctions.reserve)
                .numbers(AUCTION, auctions.dateTime)
                .numbers(AUCTION, auctions.expires)
                .numbers(AUCTION, auctions.seller)
                .numbers(AUCTION, auctions.category)
                .text(AUCTION, auctions.extra);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return picked.newOutput(digest);
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

    @Override
    void flush(Output output) {
        picked.deliver(output);
    }
}
