// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Auctions;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.Persons;
import org.jspecify.annotations.Nullable;

/** q23: bids with who made them and each thing that the same person sells. */
final class BidsOfSellers extends EventLoop {
    private static final int BID = 0;
    private static final int PERSON = 1;
    private static final int AUCTION = 2;

    private final PickedRows picked;

    /** All three tables by the person. */
    private Chains persons = new Chains();

    BidsOfSellers(Events events) {
        super(events);
        Bids bids = events.bids;
        Persons people = events.persons;
        Auctions auctions = events.auctions;
        picked = new PickedRows(3)
                .numbers(BID, bids.bidder)
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

    @Override
    void flush(Output output) {
        picked.deliver(output);
    }
}
