// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;

/** q18: each bidder's last bid on each auction. */
final class LatestBids extends PickedLoop {
    private static final int AUCTION_BITS = 32;
    private static final int LATEST = 2;

    private Records latest = new Records(2);

    LatestBids(Events events) {
        super(events, 1);
        picked.all(0, events.bids);
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
}
