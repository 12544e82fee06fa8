// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;

/** q13: bids, each with what a table has for its key, which lies in an array. */
final class BidsWithSideInput extends PickedLoop {
    private static final int VALUE_COLUMN = 4;

    private long[] values = {};

    BidsWithSideInput(Events events) {
        super(events, 1);
        Bids bids = events.bids;
        picked.numbers(0, bids.auction)
                .numbers(0, bids.bidder)
                .numbers(0, bids.price)
                .numbers(0, bids.dateTime)
                .computed(Output.Numbers::new);
    }

    @Override
    void clear() {
        values = new long[Events.SIDE_ROWS];
        for (int key = 0; key < values.length; key++) {
            values[key] = Events.sideValue(key);
        }
    }

    @Override
    void bid(int row, Output output) {
        output.numbers(VALUE_COLUMN).values[output.rows] = values[(int) (events.bids.auction[row] % values.length)];
        picked.add(output, Output.INSERT, row);
    }
}
