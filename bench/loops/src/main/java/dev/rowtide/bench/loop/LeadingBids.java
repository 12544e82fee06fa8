// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Events;

/** The diamond: the bids that lead their auction, with the number of all its bids. */
final class LeadingBids extends PickedLoop {
    private static final int COUNT_COLUMN = 3;
    private static final int BIDS = 2;
    private static final int LEADER = 3;

    private Records auctions = new Records(3);
    /** By row of a bid, the row plus one of the bid that led with it and came before. */
    private int[] next = {};

    LeadingBids(Events events) {
        super(events, 1);
        picked.numbers(0, events.bids.auction)
                .numbers(0, events.bids.bidder)
                .numbers(0, events.bids.price)
                .computed(Output.Numbers::new);
    }

    @Override
    void clear() {
        auctions = new Records(3);
        next = new int[events.bids.count];
    }

    @Override
    void bid(int row, Output output) {
        int slot = auctions.slotOf(events.bids.auction[row]);
        long[] values = auctions.values;
        long bids = values[slot + BIDS]++;
        int leader = (int) values[slot + LEADER];
        long price = events.bids.price[row];
        long highest = leader == 0 ? -1 : events.bids.price[leader - 1];
        boolean leads = price >= highest;
        if (price > highest) {
            for (int bid = leader; bid != 0; bid = next[bid - 1]) {
                add(Output.DELETE, bid - 1, bids, output);
            }
        } else {
            for (int bid = leader; bid != 0; bid = next[bid - 1]) {
                add(Output.UPDATE_BEFORE, bid - 1, bids, output);
                add(Output.UPDATE_AFTER, bid - 1, bids + 1, output);
            }
        }
        if (leads) {
            next[row] = price > highest ? 0 : leader;
            values[slot + LEADER] = row + 1;
            add(Output.INSERT, row, bids + 1, output);
        }
    }

    private void add(byte kind, int bid, long bids, Output output) {
        output.numbers(COUNT_COLUMN).values[output.rows] = bids;
        picked.add(output, kind, bid);
    }
}
