// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.query.Queries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** q16: for each channel and day the last minute with a bid, bids, distinct bidders and distinct auctions, all of them and by price. */
final class ChannelStatistics extends EventLoop {
    private static final int COUNTS = 12;
    private static final int KEY_BITS = 40;
    private static final int DAY_SHIFT = 32;

    private final boolean everyChange;
    private final Days days = new Days();
    private Records channels = new Records(2);
    private Records bidders = new Records(2);
    private Records auctions = new Records(2);
    private final List<Channel> groups = new ArrayList<>();
    private final List<Channel> changed = new ArrayList<>();

    /** @param everyChange whether a change is delivered for each bid, and not once in {@link Queries#FLUSH_ROWS} events */
    ChannelStatistics(Events events, boolean everyChange) {
        super(events);
        this.everyChange = everyChange;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        Output.Column[] columns = new Output.Column[3 + COUNTS];
        Arrays.setAll(columns, i -> i < 3 ? new Output.Text(days.bytes) : new Output.Numbers());
        columns[0] = new Output.Text(events.bids.channels.bytes);
        return new Output(digest, columns);
    }

    @Override
    int flushEvents() {
        return everyChange ? Integer.MAX_VALUE : Queries.FLUSH_ROWS;
    }

    @Override
    void clear() {
        channels = new Records(2);
        bidders = new Records(2);
        auctions = new Records(2);
        groups.clear();
        changed.clear();
    }

    /** A channel on a day; what it was when its row was delivered last. */
    private static final class Channel {
        final int number;
        final int name;
        final int day;
        final long[] counts = new long[COUNTS];
        final long[] delivered = new long[COUNTS];
        int minute;
        int deliveredMinute;

        Channel(int number, int name, int day) {
            this.number = number;
            this.name = name;
            this.day = day;
        }
    }

    @Override
    void bid(int row, Output output) {
        Bids bids = events.bids;
        Channel channel = channelOf(bids.channel[row], days.dayOf(bids.dateTime[row]));
        if (!everyChange && channel.counts[0] == channel.delivered[0]) {
            changed.add(channel);
        }
        long price = bids.price[row];
        int rank = price < 10_000 ? 1 : price < 1_000_000 ? 2 : 3;
        channel.counts[0]++;
        channel.counts[rank]++;
        countNew(bidders, bids.bidder[row], rank, channel, 4);
        countNew(auctions, bids.auction[row], rank, channel, 8);
        channel.minute = Math.max(channel.minute, Days.minuteOf(bids.dateTime[row]));
        if (everyChange) {
            emit(channel, output);
        }
    }

    private Channel channelOf(int name, int day) {
        int slot = channels.slotOf((long) day << DAY_SHIFT | name);
        int number = (int) channels.values[slot + 2] - 1;
        if (number < 0) {
            number = groups.size();
            channels.values[slot + 2] = number + 1;
            groups.add(new Channel(number, name, day));
        }
        return groups.get(number);
    }

    /** Marks a key as seen by a channel: in bit 0 with any price, in bits 1 to 3 by rank. */
    private static void countNew(Records keys, long key, int rank, Channel channel, int firstCount) {
        int slot = keys.slotOf((long) channel.number << KEY_BITS | key);
        long seen = keys.values[slot + 2];
        channel.counts[firstCount] += ~seen & 1;
        channel.counts[firstCount + rank] += ~seen >> rank & 1;
        keys.values[slot + 2] = seen | 1 | 1L << rank;
    }

    @Override
    void flush(Output output) {
        changed.forEach(channel -> emit(channel, output));
        changed.clear();
    }

    private void emit(Channel channel, Output output) {
        if (output.rows + 2 > Output.CAPACITY) {
            output.deliver();
        }
        boolean isNew = channel.delivered[0] == 0;
        if (!isNew) {
            add(Output.UPDATE_BEFORE, channel, channel.deliveredMinute, channel.delivered, output);
        }
        add(isNew ? Output.INSERT : Output.UPDATE_AFTER, channel, channel.minute, channel.counts, output);
        System.arraycopy(channel.counts, 0, channel.delivered, 0, COUNTS);
        channel.deliveredMinute = channel.minute;
    }

    private void add(byte kind, Channel channel, int minute, long[] counts, Output output) {
        int row = output.rows++;
        output.kinds[row] = kind;
        output.text(0).offset[row] = events.bids.channels.offset[channel.name];
        output.text(0).length[row] = events.bids.channels.length[channel.name];
        Days.put(output.text(1), row, Days.dayOffset(channel.day), Days.DAY_LENGTH);
        Days.put(output.text(2), row, Days.minuteOffset(minute), Days.MINUTE_LENGTH);
        for (int i = 0; i < COUNTS; i++) {
            output.numbers(3 + i).values[row] = counts[i];
        }
    }
}
