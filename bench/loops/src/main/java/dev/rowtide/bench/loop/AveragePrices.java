// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.query.Queries;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** q4: for each category the average of what its auctions have reached. */
final class AveragePrices extends BidsInTime {
    private static final int CATEGORIES = 32;
    private static final int HIGHEST = 2;

    private final int flushEvents;
    private Records highest = new Records(2);
    private final long[] sums = new long[CATEGORIES];
    private final long[] counts = new long[CATEGORIES];
    private final long[] delivered = new long[CATEGORIES];

    /** @param everyChange whether a change is delivered for each bid, and not once in {@link Queries#FLUSH_ROWS} events */
    AveragePrices(Events events, boolean everyChange) {
        super(events);
        flushEvents = everyChange ? Integer.MAX_VALUE : Queries.FLUSH_ROWS;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers());
    }

    @Override
    int flushEvents() {
        return flushEvents;
    }

    @Override
    void clear() {
        super.clear();
        highest = new Records(2);
        Arrays.fill(sums, 0);
        Arrays.fill(counts, 0);
        Arrays.fill(delivered, Output.Numbers.NULL);
    }

    /** An auction's id is its own, so that what it has reached is found by its row. */
    @Override
    void pair(int auction, int bid, Output output) {
        int slot = highest.slotOf(auction);
        long before = highest.values[slot + HIGHEST];
        long price = events.bids.price[bid];
        if (price > before) {
            int category = (int) events.auctions.category[auction];
            highest.values[slot + HIGHEST] = price;
            counts[category] += before == 0 ? 1 : 0;
            sums[category] += price - before;
            if (flushEvents == Integer.MAX_VALUE) {
                emit(category, output);
            }
        }
    }

    private void emit(int category, Output output) {
        long average = sums[category] / counts[category];
        if (average == delivered[category]) {
            return;
        }
        if (output.rows + 2 > Output.CAPACITY) {
            output.deliver();
        }
        if (delivered[category] != Output.Numbers.NULL) {
            add(Output.UPDATE_BEFORE, category, delivered[category], output);
        }
        add(
                delivered[category] == Output.Numbers.NULL ? Output.INSERT : Output.UPDATE_AFTER,
                category,
                average,
                output);
        delivered[category] = average;
    }

    private static void add(byte kind, long category, long average, Output output) {
        output.kinds[output.rows] = kind;
        output.numbers(0).values[output.rows] = category;
        output.numbers(1).values[output.rows] = average;
        output.rows++;
    }

    @Override
    void flush(Output output) {
        for (int category = 0; category < CATEGORIES; category++) {
            if (counts[category] > 0) {
                emit(category, output);
            }
        }
    }
}
