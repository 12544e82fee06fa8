// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Events;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** q5: the auctions with the most bids in each ten seconds, every two seconds: bids are counted by two seconds, five of which are added up. */
final class HotItems extends WindowedEvents {
    private static final long SLIDE_MILLIS = 2_000;
    private static final int SLICES = 5;
    private static final int COUNT = 2;

    private Records[] counts = {};
    private final Deque<Records> last = new ArrayDeque<>();

    HotItems(Events events) {
        super(events, SLIDE_MILLIS);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers());
    }

    @Override
    void clear() {
        super.clear();
        last.clear();
        counts = new Records[open()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new Records(COUNT);
        }
    }

    @Override
    void bid(int row, Output output) {
        Records slice = counts[placeOf(events.bids.dateTime[row], output)];
        int slot = slice.slotOf(events.bids.auction[row]);
        slice.values[slot + COUNT]++;
    }

    @Override
    void end(long stretch, int place, Output output) {
        last.addLast(counts[place]);
        counts[place] = new Records(COUNT);
        if (last.size() > SLICES) {
            last.removeFirst();
        }
        window(output);
    }

    private void window(Output output) {
        Records sums = new Records(COUNT);
        long most = 0;
        for (Records slice : last) {
            for (int slot = 0; slot < slice.values.length; slot += 1 + COUNT) {
                if (slice.values[slot + 1] != 0) {
                    int sum = sums.slotOf(slice.values[slot]);
                    sums.values[sum + COUNT] += slice.values[slot + COUNT];
                    most = Math.max(most, sums.values[sum + COUNT]);
                }
            }
        }
        for (int slot = 0; most > 0 && slot < sums.values.length; slot += 1 + COUNT) {
            if (sums.values[slot + 1] != 0 && sums.values[slot + COUNT] == most) {
                output.numbers(0).values[output.rows] = sums.values[slot];
                output.numbers(1).values[output.rows++] = most;
                if (output.rows == Output.CAPACITY) {
                    output.deliver();
                }
            }
        }
    }

    /** The windows that the last slices are in, though they are not the first of them. */
    @Override
    void deliver(Output output) {
        while (!last.isEmpty()) {
            last.removeFirst();
            window(output);
        }
        output.deliver();
    }
}
