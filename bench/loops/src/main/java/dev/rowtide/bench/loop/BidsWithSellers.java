// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Events;

/** The join of three tables: bids with what is sold and who sells it. */
final class BidsWithSellers extends PickedLoop {
    private static final int BID = 0;
    private static final int AUCTION = 1;
    private static final int PERSON = 2;

    /** Tables of {@link #sellers}. */
    private static final int SELLER = 0;

    private static final int SOLD = 1;

    private Chains bids = new Chains();
    private Chains sellers = new Chains();

    BidsWithSellers(Events events) {
        super(events, 3);
        picked.numbers(BID, events.bids.auction)
                .numbers(BID, events.bids.bidder)
                .numbers(BID, events.bids.price)
                .text(AUCTION, events.auctions.itemName)
                .numbers(AUCTION, events.auctions.category)
                .text(PERSON, events.persons.name)
                .text(PERSON, events.persons.city);
    }

    @Override
    void clear() {
        bids = new Chains(events.bids.count, events.auctions.count);
        sellers = new Chains(events.persons.id.length, events.auctions.count);
    }

    @Override
    void person(int row, Output output) {
        int slot = sellers.slotOf(events.persons.id[row]);
        sellers.add(slot, SELLER, row);
        for (int auction = sellers.head(slot, SOLD); auction != Chains.NONE; auction = sellers.next(SOLD, auction)) {
            allBids(auction, row, output);
        }
    }

    @Override
    void auction(int row, Output output) {
        bids.add(bids.slotOf(events.auctions.id[row]), AUCTION, row);
        int slot = sellers.slotOf(events.auctions.seller[row]);
        sellers.add(slot, SOLD, row);
        for (int person = sellers.head(slot, SELLER); person != Chains.NONE; person = sellers.next(SELLER, person)) {
            allBids(row, person, output);
        }
    }

    private void allBids(int auction, int person, Output output) {
        int slot = bids.slotOf(events.auctions.id[auction]);
        for (int bid = bids.head(slot, BID); bid != Chains.NONE; bid = bids.next(BID, bid)) {
            picked.add(output, Output.INSERT, bid, auction, person);
        }
    }

    @Override
    void bid(int row, Output output) {
        int slot = bids.slotOf(events.bids.auction[row]);
        bids.add(slot, BID, row);
        for (int auction = bids.head(slot, AUCTION); auction != Chains.NONE; auction = bids.next(AUCTION, auction)) {
            int seller = sellers.slotOf(events.auctions.seller[auction]);
            for (int person = sellers.head(seller, SELLER);
                    person != Chains.NONE;
                    person = sellers.next(SELLER, person)) {
                picked.add(output, Output.INSERT, row, auction, person);
            }
        }
    }
}
