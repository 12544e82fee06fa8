// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import org.jspecify.annotations.Nullable;

/** q13: bids, each with what a table has for its key, which lies in an array. */
final class BidsWithSideInput extends EventLoop {
    private static final int VALUE_COLUMN = 4;

    private final PickedRows picked;
    private long[] values = {};

    BidsWithSideInput(Events events) {
        super(events);
        Bids bids = events.bids;
        picked = new PickedRows(1)
                .numbers(0, bids.auction)
                .numbers(0, bids.bidder)
                .numbers(0, bids.price)
                .numbers(0, bids.dateTime)
                .computed(Output.Numbers::new);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return picked.newOutput(digest);
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

    @Override
    void flush(Output output) {
        picked.deliver(output);
    }
}
