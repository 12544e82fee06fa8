// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;

/** q10: bids with their day and their minute of the day, as text. */
final class BidsWithMinutes extends PickedLoop {
    private static final int DAY_COLUMN = 5;
    private static final int MINUTE_COLUMN = 6;

    private final Days days = new Days();

    BidsWithMinutes(Events events) {
        super(events, 1);
        Bids bids = events.bids;
        picked.numbers(0, bids.auction)
                .numbers(0, bids.bidder)
                .numbers(0, bids.price)
                .numbers(0, bids.dateTime)
                .text(0, bids.extra)
                .computed(() -> new Output.Text(days.bytes))
                .computed(() -> new Output.Text(days.bytes));
    }

    @Override
    void clear() {}

    @Override
    void bid(int row, Output output) {
        long time = events.bids.dateTime[row];
        Days.put(output.text(DAY_COLUMN), output.rows, Days.dayOffset(days.dayOf(time)), Days.DAY_LENGTH);
        int minute = Days.minuteOf(time);
        Days.put(output.text(MINUTE_COLUMN), output.rows, Days.minuteOffset(minute), Days.MINUTE_LENGTH);
        picked.add(output, Output.INSERT, row);
    }
}
