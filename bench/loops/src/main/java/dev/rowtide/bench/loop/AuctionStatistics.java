// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.query.Queries;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** q17: for each auction and day the number of bids, all and by price, and the lowest, highest, average and total price. */
final class AuctionStatistics extends EventLoop {
    private static final int DAY_SHIFT = 48;
    private static final int NUMBERS = 7;

    // Fields of a record.
    private static final int BIDS = 2;
    private static final int LOWEST = 6;
    private static final int HIGHEST = 7;
    private static final int TOTAL = 8;
    private static final int CHANGED = 9;
    private static final int BEFORE = 10;

    private static final int FIELDS = BEFORE + NUMBERS - 1;

    private final boolean everyChange;
    private final Days days = new Days();
    private Records auctions = new Records(FIELDS);
    /** By key, since a record may move when another is made. */
    private long[] changed = new long[1024];

    private int changedCount;

    /** @param everyChange whether a change is delivered for each bid, and not once in {@link Queries#FLUSH_ROWS} events */
    AuctionStatistics(Events events, boolean everyChange) {
        super(events);
        this.everyChange = everyChange;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        Output.Column[] columns = new Output.Column[10];
        Arrays.setAll(columns, i -> i == 1 ? new Output.Text(days.bytes) : new Output.Numbers());
        return new Output(digest, columns);
    }

    @Override
    int flushEvents() {
        return everyChange ? Integer.MAX_VALUE : Queries.FLUSH_ROWS;
    }

    @Override
    void clear() {
        auctions = new Records(FIELDS);
        changedCount = 0;
    }

    @Override
    void bid(int row, Output output) {
        long key = (long) days.dayOf(events.bids.dateTime[row]) << DAY_SHIFT | events.bids.auction[row];
        int slot = auctions.slotOf(key);
        long[] values = auctions.values;
        if (values[slot + CHANGED] == 0) {
            System.arraycopy(values, slot + BIDS, values, slot + BEFORE, NUMBERS);
            values[slot + CHANGED] = 1;
            if (!everyChange) {
                changed(key);
            }
        }
        long price = events.bids.price[row];
        int rank = price < 10_000 ? 1 : price < 1_000_000 ? 2 : 3;
        boolean first = values[slot + BIDS] == 0;
        values[slot + BIDS]++;
        values[slot + BIDS + rank]++;
        values[slot + LOWEST] = first ? price : Math.min(price, values[slot + LOWEST]);
        values[slot + HIGHEST] = first ? price : Math.max(price, values[slot + HIGHEST]);
        values[slot + TOTAL] += price;
        if (everyChange) {
            emit(slot, output);
        }
    }

    private void changed(long key) {
        if (changedCount == changed.length) {
            changed = Arrays.copyOf(changed, 2 * changedCount);
        }
        changed[changedCount++] = key;
    }

    @Override
    void flush(Output output) {
        for (int i = 0; i < changedCount; i++) {
            emit(auctions.slotOf(changed[i]), output);
        }
        changedCount = 0;
    }

    private void emit(int slot, Output output) {
        long[] values = auctions.values;
        values[slot + CHANGED] = 0;
        if (output.rows + 2 > Output.CAPACITY) {
            output.deliver();
        }
        boolean isNew = values[slot + BEFORE] == 0;
        if (!isNew) {
            add(Output.UPDATE_BEFORE, slot, BEFORE, output);
        }
        add(isNew ? Output.INSERT : Output.UPDATE_AFTER, slot, BIDS, output);
    }

    private void add(byte kind, int slot, int from, Output output) {
        long[] values = auctions.values;
        int row = output.rows++;
        long key = values[slot];
        output.kinds[row] = kind;
        output.numbers(0).values[row] = key & (1L << DAY_SHIFT) - 1;
        Days.put(output.text(1), row, Days.dayOffset((int) (key >>> DAY_SHIFT)), Days.DAY_LENGTH);
        int field = slot + from;
        for (int column = 2; column < 8; column++) {
            output.numbers(column).values[row] = values[field++];
        }
        output.numbers(8).values[row] = values[field] / values[slot + from];
        output.numbers(9).values[row] = values[field];
    }
}
