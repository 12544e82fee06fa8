// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.ours;

import dev.rowtide.bench.data.Auctions;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.Persons;
import dev.rowtide.bench.data.TextColumn;
import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import java.util.Arrays;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A table whose rows lie in memory as column chunks, as an engine's own table would hold them: reading it copies nothing. Chunks of the same number hold the rows of
 * the same stretch of events, and {@link ChangeBatch#ROWS_MAX} rows at most.
 *
 * @param ddl its columns as SQL
 * @param chunkRows the number of rows of each chunk
 * @param columns the chunks of each column
 */
record MemoryTable(String ddl, int[] chunkRows, Column[][] columns) {

    private static final long MICROS_PER_MILLI = 1_000;
    private static final String WATERMARK = ", WATERMARK FOR date_time AS date_time - INTERVAL '4' SECOND";
    private static final int ROUNDS_PER_CHUNK = ChangeBatch.ROWS_MAX / Events.BIDS_PER_ROUND;

    /** Makes a chunk of a column. */
    @FunctionalInterface
    private interface Slicer {
        Column slice(int from, int to);
    }

    /** The tables of the auction, by name. */
    static Map<String, MemoryTable> of(Events events) {
        int chunkEvents = ROUNDS_PER_CHUNK * Events.ROUND;
        int chunks = (events.count + chunkEvents - 1) / chunkEvents;
        int[] starts = IntStream.rangeClosed(0, chunks)
                .map(chunk -> Math.min(chunk * chunkEvents, events.count))
                .toArray();
        return Map.of(
                "person", persons(events.persons, map(starts, Events::personsBefore)),
                "auction", auctions(events.auctions, map(starts, Events::auctionsBefore)),
                "bid", bids(events.bids, map(starts, Events::bidsBefore)),
                "side_input", sideInput());
    }

    private static int[] map(int[] events, IntUnaryOperator rowsBefore) {
        return Arrays.stream(events).map(rowsBefore).toArray();
    }

    private static MemoryTable sideInput() {
        long[] keys = IntStream.range(0, Events.SIDE_ROWS).asLongStream().toArray();
        long[] values = Arrays.stream(keys).map(Events::sideValue).toArray();
        return chunked("side_key BIGINT, side_value BIGINT", fullChunks(keys.length), longs(keys), longs(values));
    }

    private static MemoryTable persons(Persons persons, int[] starts) {
        return chunked(
                "id BIGINT, name STRING, emailAddress STRING, creditCard STRING, city STRING, state STRING,"
                        + " date_time TIMESTAMP(3), extra STRING" + WATERMARK,
                starts,
                longs(persons.id),
                texts(persons.name),
                texts(persons.emailAddress),
                texts(persons.creditCard),
                texts(persons.city),
                texts(persons.state),
                times(persons.dateTime),
                texts(persons.extra));
    }

    private static MemoryTable auctions(Auctions auctions, int[] starts) {
        return chunked(
                "id BIGINT, itemName STRING, description STRING, initialBid BIGINT, reserve BIGINT,"
                        + " date_time TIMESTAMP(3), expires TIMESTAMP(3), seller BIGINT, category BIGINT, extra STRING"
                        + WATERMARK,
                starts,
                longs(auctions.id),
                texts(auctions.itemName),
                texts(auctions.description),
                longs(auctions.initialBid),
                longs(auctions.reserve),
                times(auctions.dateTime),
                times(auctions.expires),
                longs(auctions.seller),
                longs(auctions.category),
                texts(auctions.extra));
    }

    private static MemoryTable bids(Bids bids, int[] starts) {
        return chunked(
                "auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING, date_time TIMESTAMP(3),"
                        + " extra STRING" + WATERMARK,
                starts,
                longs(bids.auction),
                longs(bids.bidder),
                longs(bids.price),
                dictionary(bids.channel, bids.channels),
                dictionary(bids.channel, bids.urls),
                times(bids.dateTime),
                texts(bids.extra));
    }

    /** The tables of users and their clicks, by name. */
    static Map<String, MemoryTable> of(Clicks clicks) {
        long[] ids = IntStream.range(0, clicks.users).asLongStream().toArray();
        long[] since = IntStream.range(0, clicks.users).mapToLong(Clicks::since).toArray();
        return Map.of(
                "clicks", chunked("user_id BIGINT", fullChunks(clicks.count), longs(clicks.userId)),
                "visits",
                        chunked(
                                "user_id BIGINT, seen TIMESTAMP(3), WATERMARK FOR seen AS seen - INTERVAL '4' SECOND",
                                fullChunks(clicks.count),
                                longs(clicks.userId),
                                times(IntStream.range(0, clicks.count)
                                        .mapToLong(Clicks::seen)
                                        .toArray())),
                "users",
                        chunked(
                                "user_id BIGINT PRIMARY KEY NOT ENFORCED, since BIGINT",
                                fullChunks(clicks.users),
                                longs(ids),
                                longs(since)));
    }

    private static int[] fullChunks(int rows) {
        int chunks = (rows + ChangeBatch.ROWS_MAX - 1) / ChangeBatch.ROWS_MAX;
        return IntStream.rangeClosed(0, chunks)
                .map(chunk -> Math.min(chunk * ChangeBatch.ROWS_MAX, rows))
                .toArray();
    }

    /** @param starts the first row of each chunk, and behind the last the number of rows */
    private static MemoryTable chunked(String ddl, int[] starts, Slicer... slicers) {
        int[] rows = new int[starts.length - 1];
        Column[][] columns = new Column[slicers.length][rows.length];
        for (int chunk = 0; chunk < rows.length; chunk++) {
            rows[chunk] = starts[chunk + 1] - starts[chunk];
            for (int c = 0; c < slicers.length; c++) {
                columns[c][chunk] = slicers[c].slice(starts[chunk], starts[chunk + 1]);
            }
        }
        return new MemoryTable(ddl, rows, columns);
    }

    private static Slicer longs(long[] values) {
        return (from, to) -> new LongColumn(Arrays.copyOfRange(values, from, to), null);
    }

    private static Slicer times(long[] millis) {
        return longs(
                Arrays.stream(millis).map(value -> value * MICROS_PER_MILLI).toArray());
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
