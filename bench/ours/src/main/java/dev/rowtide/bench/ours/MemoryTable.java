// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.ours;

import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.TextColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import java.util.Arrays;

/**
 * A table whose rows lie in memory as column chunks of {@link ChangeBatch#ROWS_MAX} rows, as an engine's own table would hold them: reading it copies nothing.
 *
 * @param ddl its columns as SQL
 * @param rows the number of rows
 * @param columns the chunks of each column
 */
record MemoryTable(String ddl, int rows, Column[][] columns) {

    private static final long MICROS_PER_MILLI = 1_000;

    /** Makes a chunk of a column. */
    @FunctionalInterface
    private interface Slicer {
        Column slice(int from, int to);
    }

    static MemoryTable of(Bids bids) {
        long[] micros = Arrays.stream(bids.dateTime)
                .map(millis -> millis * MICROS_PER_MILLI)
                .toArray();
        return chunked(
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
        return chunked("user_id BIGINT", clicks.count, new Slicer[] {longs(clicks.userId)});
    }

    private static MemoryTable chunked(String ddl, int rows, Slicer[] slicers) {
        int chunks = (rows + ChangeBatch.ROWS_MAX - 1) / ChangeBatch.ROWS_MAX;
        Column[][] columns = new Column[slicers.length][chunks];
        for (int c = 0; c < slicers.length; c++) {
            for (int chunk = 0; chunk < chunks; chunk++) {
                int from = chunk * ChangeBatch.ROWS_MAX;
                columns[c][chunk] = slicers[c].slice(from, Math.min(from + ChangeBatch.ROWS_MAX, rows));
            }
        }
        return new MemoryTable(ddl, rows, columns);
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
