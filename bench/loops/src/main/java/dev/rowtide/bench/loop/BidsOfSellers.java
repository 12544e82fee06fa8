// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Auctions;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.Persons;

/** q23: bids with who made them and each thing that the same person sells. */
final class BidsOfSellers extends PickedLoop {
    private static final int BID = 0;
    private static final int PERSON = 1;
    private static final int AUCTION = 2;

    /** All three tables by the person. */
    private Chains persons = new Chains();

    BidsOfSellers(Events events) {
        super(events, 3);
        Bids bids = events.bids;
        Persons people = events.persons;
        Auctions auctions = events.auctions;
        picked.numbers(BID, bids.bidder)
                .numbers(BID, bids.price)
                .text(BID, bids.channels, bids.channel)
                .text(BID, bids.urls, bids.channel)
                .text(BID, bids.extra)
                .numbers(PERSON, people.id)
                .text(PERSON, people.name)
                .text(PERSON, people.emailAddress)
                .text(PERSON, people.creditCard)
                .text(PERSON, people.city)
                .text(PERSON, people.state)
                .text(PERSON, people.extra)
                .details(AUCTION, auctions);
    }

    @Override
    void clear() {
        persons = new Chains(events.bids.count, events.persons.id.length, events.auctions.count);
    }

    @Override
    void bid(int row, Output output) {
        int slot = persons.slotOf(events.bids.bidder[row]);
        persons.add(slot, BID, row);
        for (int person = persons.head(slot, PERSON); person != Chains.NONE; person = persons.next(PERSON, person)) {
            for (int auction = persons.head(slot, AUCTION);
                    auction != Chains.NONE;
                    auction = persons.next(AUCTION, auction)) {
                picked.add(output, Output.INSERT, row, person, auction);
            }
        }
    }

    @Override
    void person(int row, Output output) {
        int slot = persons.slotOf(events.persons.id[row]);
        persons.add(slot, PERSON, row);
        for (int auction = persons.head(slot, AUCTION);
                auction != Chains.NONE;
                auction = persons.next(AUCTION, auction)) {
            allBids(slot, row, auction, output);
        }
    }

    @Override
    void auction(int row, Output output) {
        int slot = persons.slotOf(events.auctions.seller[row]);
        persons.add(slot, AUCTION, row);
        for (int person = persons.head(slot, PERSON); person != Chains.NONE; person = persons.next(PERSON, person)) {
            allBids(slot, person, row, output);
        }
    }

    private void allBids(int slot, int person, int auction, Output output) {
        for (int bid = persons.head(slot, BID); bid != Chains.NONE; bid = persons.next(BID, bid)) {
            picked.add(output, Output.INSERT, bid, person, auction);
        }
    }
}
