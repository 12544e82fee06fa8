// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.ours;

import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.TextColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import java.util.Arrays;

/**
 * A table whose rows lie in memory as columns.
 *
 * @param ddl its columns as SQL
 * @param rows the number of rows
 * @param slicers one for each column
 */
record MemoryTable(String ddl, int rows, Slicer[] slicers) {

    private static final long MICROS_PER_MILLI = 1_000;

    /** Copies the values of some rows of a column out, as a source that decodes would write them. */
    @FunctionalInterface
    interface Slicer {
        Column slice(int from, int to);
    }

    static MemoryTable of(Bids bids) {
        long[] micros = Arrays.stream(bids.dateTime).map(millis -> millis * MICROS_PER_MILLI).toArray();
        return new MemoryTable(
                "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING, date_time TIMESTAMP(3), extra STRING,"
                        + " WATERMARK FOR date_time AS date_time - INTERVAL '4' SECOND",
                bids.count,
                new Slicer[] {
                    longs(bids.auction),
                    longs(bids.bidder),
                    longs(bids.price),
                    dictionary(bids.channel, bids.channels),
                    dictionary(bids.channel, bids.urls),
                    longs(micros),
                    texts(bids.extra)
                });
    }

    static MemoryTable of(Clicks clicks) {
        return new MemoryTable("user_id BIGINT", clicks.count, new Slicer[] {longs(clicks.userId)});
    }

    private static Slicer longs(long[] values) {
        return (from, to) -> new LongColumn(Arrays.copyOfRange(values, from, to), null);
    }

    private static Slicer texts(TextColumn text) {
        return (from, to) -> new BytesColumn(
                text.bytes, Arrays.copyOfRange(text.offset, from, to), Arrays.copyOfRange(text.length, from, to), null);
    }

    private static Slicer dictionary(int[] entries, TextColumn text) {
        return (from, to) -> {
            int[] starts = new int[to - from];
            int[] lengths = new int[to - from];
            for (int i = 0; i < starts.length; i++) {
                starts[i] = text.offset[entries[from + i]];
                lengths[i] = text.length[entries[from + i]];
            }
            return new BytesColumn(text.bytes, starts, lengths, null);
        };
    }
}
