// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** q7: the bids with the highest price of each ten seconds, also those of the same price that were made when they ended. */
final class HighestOfWindow extends WindowedEvents {
    private static final long SIZE_MILLIS = 10_000;

    private final PickedRows picked;
    private Window[] windows = {};

    private static final class Window {
        private long highest = Long.MIN_VALUE;
        private int[] rows = new int[16];
        private int count;

        void add(int row) {
            rows = count == rows.length ? Arrays.copyOf(rows, 2 * count) : rows;
            rows[count++] = row;
        }
    }

    HighestOfWindow(Events events) {
        super(events, SIZE_MILLIS);
        Bids bids = events.bids;
        picked = new PickedRows(1)
                .numbers(0, bids.auction)
                .numbers(0, bids.price)
                .numbers(0, bids.bidder)
                .numbers(0, bids.dateTime)
                .text(0, bids.extra);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return picked.newOutput(digest);
    }

    @Override
    void clear() {
        super.clear();
        windows = new Window[open() + 1];
        for (int i = 0; i < windows.length; i++) {
            windows[i] = new Window();
        }
    }

    @Override
    void bid(int row, Output output) {
        long time = events.bids.dateTime[row];
        int place = placeOf(time, output);
        if (time % SIZE_MILLIS == 0) {
            // At the end of the window before, which has its highest price already, times being in order.
            Window before = windows[(place + open() - 1) % open()];
            if (before.highest == events.bids.price[row]) {
                before.add(row);
            }
        }
        Window window = windows[place];
        if (events.bids.price[row] > window.highest) {
            window.highest = events.bids.price[row];
            window.count = 0;
        }
        if (events.bids.price[row] == window.highest) {
            window.add(row);
        }
    }

    @Override
    void end(long stretch, int place, Output output) {
        Window window = windows[place];
        for (int i = 0; i < window.count; i++) {
            picked.add(output, Output.INSERT, window.rows[i]);
        }
        windows[place] = new Window();
    }

    @Override
    void deliver(Output output) {
        picked.deliver(output);
    }
}
