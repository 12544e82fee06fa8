// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.query.CharacterCount;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** q14: bids of a middling price, with the time of day by name and a count of letters. */
final class Calculation implements Loop {
    private static final long LOWEST = 1_000_000 * 1000L;
    private static final long HIGHEST = 50_000_000 * 1000L;
    private static final long HOUR_MILLIS = 3_600_000;

    private static final byte LETTER = 'c';

    private static final String DAY = "dayTime";
    private static final String NIGHT = "nightTime";
    private static final String OTHER = "otherTime";
    private static final byte[] TIMES_OF_DAY = (DAY + NIGHT + OTHER).getBytes(StandardCharsets.US_ASCII);

    private final Bids bids;
    private final TextCopy extra;

    Calculation(Bids bids, boolean copied) {
        this.bids = bids;
        this.extra = new TextCopy(bids.extra, copied);
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(
                digest,
                new Output.Numbers(),
                new Output.Numbers(),
                new Output.Numbers(CurrencyConversion.RATE_SCALE),
                new Output.Text(TIMES_OF_DAY),
                new Output.Numbers(),
                extra.newColumn(),
                new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        int[] selected = new int[Output.CAPACITY];
        for (int first = 0; first < bids.count; first += Output.CAPACITY) {
            int end = Math.min(first + Output.CAPACITY, bids.count);
            int rows = select(first, end, selected, output.numbers(2).values);
            take(bids.auction, selected, rows, output.numbers(0).values);
            take(bids.bidder, selected, rows, output.numbers(1).values);
            take(bids.dateTime, selected, rows, output.numbers(4).values);
            nameTimes(output.numbers(4).values, rows, output.text(3));
            extra.rows(selected, rows, output.text(5));
            countLetter(output.text(5), rows, output.numbers(6).values);
            output.rows = rows;
            output.deliver();
        }
    }

    /** Without a branch, which one price in four would mispredict. */
    private int select(int first, int end, int[] selected, long[] converted) {
        int rows = 0;
        for (int bid = first; bid < end; bid++) {
            long price = bids.price[bid] * CurrencyConversion.RATE;
            selected[rows] = bid;
            converted[rows] = price;
            rows += (int) (((LOWEST - price) & (price - HIGHEST)) >>> 63);
        }
        return rows;
    }

    private static void take(long[] column, int[] selected, int rows, long[] taken) {
        for (int i = 0; i < rows; i++) {
            taken[i] = column[selected[i]];
        }
    }

    private static void nameTimes(long[] times, int rows, Output.Text names) {
        for (int i = 0; i < rows; i++) {
            long hour = times[i] / HOUR_MILLIS % 24;
            if (hour >= 8 && hour <= 18) {
                names.offset[i] = 0;
                names.length[i] = DAY.length();
            } else if (hour <= 6 || hour >= 20) {
                names.offset[i] = DAY.length();
                names.length[i] = NIGHT.length();
            } else {
                names.offset[i] = DAY.length() + NIGHT.length();
                names.length[i] = OTHER.length();
            }
        }
    }

    private static void countLetter(Output.Text text, int rows, long[] counts) {
        for (int i = 0; i < rows; i++) {
            counts[i] = CharacterCount.of(LETTER, text.bytes, text.offset[i], text.length[i]);
        }
    }
}
