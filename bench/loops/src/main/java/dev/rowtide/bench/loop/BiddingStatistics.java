// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** q15: for each day, bids, distinct bidders and distinct auctions, all of them and by price. */
final class BiddingStatistics implements Loop {
    private static final long DAY_MILLIS = 86_400_000;
    private static final int DAY_LENGTH = "yyyy-MM-dd".length();
    private static final int COUNTS = 12;
    private static final int BIDS_PER_STEP = Output.CAPACITY / 2;

    private final Bids bids;
    private final int flushBids;

    /** @param flushBids how many bids come in until the net change goes out */
    BiddingStatistics(Bids bids, int flushBids) {
        this.bids = bids;
        this.flushBids = flushBids;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        Output.Column[] columns = new Output.Column[1 + COUNTS];
        columns[0] = new Output.Text(new byte[0]);
        for (int i = 1; i < columns.length; i++) {
            columns[i] = new Output.Numbers();
        }
        return new Output(digest, columns);
    }

    @Override
    public void run(Output output) {
        Map<Long, Day> days = new HashMap<>();
        Bidding bidding = new Bidding(output);
        int first = 0;
        while (first < bids.count) {
            long number = bids.dateTime[first] / DAY_MILLIS;
            int end = endOfDay(first, Math.min(bids.count, first + BIDS_PER_STEP), number);
            if (flushBids > 1) {
                end = Math.min(end, (first / flushBids + 1) * flushBids);
            }
            bidding.take(days.computeIfAbsent(number, Day::new), first, end);
            first = end;
            if (flushBids > 1 && (first % flushBids == 0 || first == bids.count)) {
                days.values().forEach(bidding::emit);
            }
        }
    }

    private int endOfDay(int first, int end, long number) {
        long from = number * DAY_MILLIS;
        int bid = first;
        while (bid < end && bids.dateTime[bid] - from >= 0 && bids.dateTime[bid] - from < DAY_MILLIS) {
            bid++;
        }
        return bid;
    }

    /** The state of one day. */
    private static final class Day {
        final byte[] name;
        final Records bidders = new Records(1);
        final Records auctions = new Records(1);
        final long[] counts = new long[COUNTS];
        final long[] delivered = new long[COUNTS];

        Day(long number) {
            name = LocalDate.ofEpochDay(number).toString().getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** One pass over the bids. */
    private final class Bidding {
        private final Output output;
        private final long[][] columns = new long[COUNTS][];
        private final byte[] ranks = new byte[BIDS_PER_STEP];
        private final byte[] newBidders = new byte[BIDS_PER_STEP];
        private final byte[] newAuctions = new byte[BIDS_PER_STEP];

        Bidding(Output output) {
            this.output = output;
            for (int i = 0; i < COUNTS; i++) {
                columns[i] = output.numbers(1 + i).values;
            }
        }

        /** Counts bids of one day, and with a flush after each of them delivers its change. */
        void take(Day day, int first, int end) {
            rank(first, end);
            mark(day.bidders, bids.bidder, first, end, newBidders);
            mark(day.auctions, bids.auction, first, end, newAuctions);
            for (int i = 0; i < end - first; i++) {
                int rank = ranks[i];
                day.counts[0]++;
                day.counts[rank]++;
                countNew(newBidders[i], rank, day.counts, 4);
                countNew(newAuctions[i], rank, day.counts, 8);
                if (flushBids == 1) {
                    emit(day);
                }
            }
        }

        /** 1 for a low price, 2 for a middling, 3 for a high one. */
        private void rank(int first, int end) {
            for (int i = 0; i < end - first; i++) {
                long price = bids.price[first + i];
                ranks[i] = (byte) (price < 10_000 ? 1 : price < 1_000_000 ? 2 : 3);
            }
        }

        /**
         * Marks each key as seen with its bid's price, and notes which of the marks are new. Field 1 is 1 in a new
         * record, so the marks lie one bit above: bit 1 any price, bits 2 to 4 by rank.
         */
        private void mark(Records keys, long[] column, int first, int end, byte[] news) {
            keys.reserve(end - first);
            long[] values = keys.values;
            for (int i = 0; i < end - first; i++) {
                int field = keys.slotOf(column[first + i]) + 1;
                long marks = 0b10L | 0b10L << ranks[i];
                news[i] = (byte) (marks & ~values[field]);
                values[field] |= marks;
            }
        }

        private void countNew(byte news, int rank, long[] counts, int firstCount) {
            if (news != 0) {
                counts[firstCount] += (news >> 1) & 1;
                counts[firstCount + rank] += (news >> (1 + rank)) & 1;
            }
        }

        void emit(Day day) {
            if (day.delivered[0] == day.counts[0]) {
                return;
            }
            if (output.rows + 2 > Output.CAPACITY || output.text(0).bytes != day.name) {
                output.deliver();
                output.text(0).bytes = day.name;
            }
            if (day.delivered[0] == 0) {
                add(Output.INSERT, day.counts);
            } else {
                add(Output.UPDATE_BEFORE, day.delivered);
                add(Output.UPDATE_AFTER, day.counts);
            }
            System.arraycopy(day.counts, 0, day.delivered, 0, COUNTS);
        }

        private void add(byte kind, long[] counts) {
            int row = output.rows++;
            output.kinds[row] = kind;
            output.text(0).length[row] = DAY_LENGTH;
            for (int i = 0; i < COUNTS; i++) {
                columns[i][row] = counts[i];
            }
        }
    }
}
