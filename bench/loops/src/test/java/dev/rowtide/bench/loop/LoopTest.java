// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.JsonLines;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each loop's final table is the one that plain collections give. */
final class LoopTest {
    private static final int CLICKS = 120_000;
    private static final Events EVENTS = Events.generate(20_000);
    private static final Bids BIDS = EVENTS.bids;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void passThrough(boolean copied) {
        check(
                new PassThrough(BIDS, copied),
                bids().mapToObj(bid -> BIDS.auction[bid] + "|" + BIDS.bidder[bid] + "|" + BIDS.price[bid] + "|"
                        + BIDS.dateTime[bid] + "|" + BIDS.extra.get(bid)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void currencyConversion(boolean copied) {
        check(new CurrencyConversion(BIDS, copied), bids().mapToObj(LoopTest::converted));
    }

    @Test
    void currencyConversionOfJson() throws IOException {
        Path file = folder.resolve("bids.jsonl");
        JsonLines.writeBids(EVENTS, file);
        check(new JsonCurrencyConversion(Files.readAllBytes(file)), bids().mapToObj(LoopTest::converted));
    }

    @Test
    void selection() {
        check(
                new Selection(BIDS),
                bids().filter(bid -> BIDS.auction[bid] % 123 == 0)
                        .mapToObj(bid -> BIDS.auction[bid] + "|" + BIDS.price[bid]));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void calculation(boolean copied) {
        Bids bids = Events.generate(510_000).bids; // so many that they reach into another hour
        check(
                new Calculation(bids, copied),
                IntStream.range(0, bids.count)
                        .filter(bid ->
                                bids.price[bid] * 908 > 1_000_000_000L && bids.price[bid] * 908 < 50_000_000_000L)
                        .mapToObj(bid -> bids.auction[bid] + "|" + bids.bidder[bid] + "|" + euros(bids.price[bid]) + "|"
                                + timeOfDay(bids.dateTime[bid]) + "|" + bids.dateTime[bid] + "|" + bids.extra.get(bid)
                                + "|"
                                + bids.extra
                                        .get(bid)
                                        .chars()
                                        .filter(letter -> letter == 'c')
                                        .count()));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void biddingStatistics(int flushBids) {
        List<LongPredicate> prices = List.of(
                price -> true,
                price -> price < 10_000,
                price -> price >= 10_000 && price < 1_000_000,
                price -> price >= 1_000_000);
        List<Long> numbers = new ArrayList<>();
        prices.forEach(price -> numbers.add(bids(price).count()));
        prices.forEach(price -> numbers.add(distinct(BIDS.bidder, bids(price))));
        prices.forEach(price -> numbers.add(distinct(BIDS.auction, bids(price))));
        String row = "2026-01-15|" + numbers.stream().map(String::valueOf).collect(Collectors.joining("|"));
        check(new BiddingStatistics(BIDS, flushBids), Stream.of(row));
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 100_000})
    void countPerUser(int users) {
        Clicks clicks = Clicks.generate(CLICKS, users);
        List<String> rows = rows(counts(clicks));
        check(new CountEveryChange(clicks), rows.stream());
        check(new CountPerFlush(clicks), rows.stream());
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 100_000})
    void countOfCounts(int users) {
        Clicks clicks = Clicks.generate(CLICKS, users);
        Map<Long, Long> groups = new HashMap<>();
        counts(clicks).values().forEach(count -> groups.merge(count, 1L, Long::sum));
        List<String> rows = rows(groups);
        check(new CountOfCountsEveryChange(clicks), rows.stream());
        check(new CountOfCountsPerFlush(clicks), rows.stream());
    }

    @Test
    void everyClickButAUsersFirstGivesTwoChanges() {
        Clicks clicks = Clicks.generate(CLICKS, 100);
        Loop loop = new CountEveryChange(clicks);
        Output output = loop.newOutput(null);
        loop.run(output);
        output.deliver();
        assertThat(output.delivered()).isEqualTo(2L * CLICKS - 100);
    }

    private static IntStream bids() {
        return IntStream.range(0, BIDS.count);
    }

    private static BigDecimal euros(long price) {
        return new BigDecimal("0.908").multiply(BigDecimal.valueOf(price));
    }

    private static String converted(int bid) {
        return BIDS.auction[bid] + "|" + BIDS.bidder[bid] + "|" + euros(BIDS.price[bid]) + "|" + BIDS.dateTime[bid]
                + "|" + BIDS.extra.get(bid);
    }

    private static String timeOfDay(long millis) {
        int hour = Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC).getHour();
        if (hour >= 8 && hour <= 18) {
            return "dayTime";
        }
        return hour <= 6 || hour >= 20 ? "nightTime" : "otherTime";
    }

    private static IntStream bids(LongPredicate price) {
        return bids().filter(bid -> price.test(BIDS.price[bid]));
    }

    private static long distinct(long[] keys, IntStream bids) {
        return bids.mapToLong(bid -> keys[bid]).distinct().count();
    }

    private static Map<Long, Long> counts(Clicks clicks) {
        Map<Long, Long> counts = new HashMap<>();
        for (long user : clicks.userId) {
            counts.merge(user, 1L, Long::sum);
        }
        return counts;
    }

    private static List<String> rows(Map<Long, Long> table) {
        return table.entrySet().stream()
                .map(row -> row.getKey() + "|" + row.getValue())
                .toList();
    }

    private static void check(Loop loop, Stream<String> rows) {
        TableDigest expected = new TableDigest();
        rows.forEach(row -> expected.text(row).endRow(true));
        TableDigest digest = new TableDigest();
        Output output = loop.newOutput(digest);
        loop.run(output);
        output.deliver();
        assertThat(digest.rows()).isEqualTo(expected.rows());
        assertThat(digest.value()).isEqualTo(expected.value());
    }
}
