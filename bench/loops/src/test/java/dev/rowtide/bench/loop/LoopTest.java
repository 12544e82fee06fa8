// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.bench.child.ChildOptions;
import dev.rowtide.bench.child.Program;
import dev.rowtide.bench.child.Stopwatch;
import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.JsonLines;
import java.math.BigDecimal;
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
import org.junit.jupiter.params.provider.CsvSource;

/** Each loop's final table is the one that plain collections give. */
final class LoopTest {
    private static final int EVENTS = 510_000;
    private static final int CLICKS = 120_000;
    private static final Bids BIDS = Events.generate(EVENTS).bids;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"q0, by-reference", "q0, copied"})
    void passThrough(String query, String config) throws Exception {
        check(
                query,
                config,
                0,
                bids().mapToObj(bid -> BIDS.auction[bid] + "|" + BIDS.bidder[bid] + "|" + BIDS.price[bid] + "|"
                        + BIDS.dateTime[bid] + "|" + BIDS.extra.get(bid)));
    }

    @ParameterizedTest
    @CsvSource({"q1, by-reference", "q1, copied"})
    void currencyConversion(String query, String config) throws Exception {
        check(query, config, 0, bids().mapToObj(LoopTest::converted));
    }

    @Test
    void currencyConversionOfJson() throws Exception {
        Path file = folder.resolve("bids.jsonl");
        JsonLines.writeBids(Events.generate(EVENTS), file);
        ChildOptions options = new ChildOptions("q1-json", "plain", EVENTS, 0, 0, 0, 0, true, file);
        check(options, bids().mapToObj(LoopTest::converted));
    }

    @Test
    void selection() throws Exception {
        check(
                "q2",
                "plain",
                0,
                bids().filter(bid -> BIDS.auction[bid] % 123 == 0)
                        .mapToObj(bid -> BIDS.auction[bid] + "|" + BIDS.price[bid]));
    }

    @ParameterizedTest
    @CsvSource({"q14, by-reference", "q14, copied"})
    void calculation(String query, String config) throws Exception {
        check(
                query,
                config,
                0,
                bids().filter(bid -> euros(bid).compareTo(new BigDecimal(1_000_000)) > 0
                                && euros(bid).compareTo(new BigDecimal(50_000_000)) < 0)
                        .mapToObj(bid -> BIDS.auction[bid] + "|" + BIDS.bidder[bid] + "|" + euros(bid) + "|"
                                + timeOfDay(bid) + "|" + BIDS.dateTime[bid] + "|" + BIDS.extra.get(bid) + "|"
                                + BIDS.extra.get(bid).replaceAll("[^c]", "").length()));
    }

    @ParameterizedTest
    @CsvSource({"q15, every-change", "q15, flush"})
    void biddingStatistics(String query, String config) throws Exception {
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
        check(query, config, 0, Stream.of(row));
    }

    @ParameterizedTest
    @CsvSource({"count, 100", "count, 100000", "count-flush, 100", "count-flush, 100000"})
    void countPerUser(String query, int users) throws Exception {
        check(query, "plain", users, counts(users).entrySet().stream().map(row -> row.getKey() + "|" + row.getValue()));
    }

    @ParameterizedTest
    @CsvSource({"countcount, 100", "countcount, 100000", "countcount-flush, 100", "countcount-flush, 100000"})
    void countOfCounts(String query, int users) throws Exception {
        Map<Long, Long> groups = new HashMap<>();
        counts(users).values().forEach(count -> groups.merge(count, 1L, Long::sum));
        check(query, "plain", users, groups.entrySet().stream().map(row -> row.getKey() + "|" + row.getValue()));
    }

    @Test
    void everyClickOfAKnownUserGivesTwoChanges() throws Exception {
        long known = counts(100).size();
        assertThat(open("count", "plain", 100).pass(new Stopwatch(), null)).isEqualTo(2L * CLICKS - known);
    }

    private static IntStream bids() {
        return IntStream.range(0, BIDS.count);
    }

    private static BigDecimal euros(int bid) {
        return new BigDecimal("0.908").multiply(BigDecimal.valueOf(BIDS.price[bid]));
    }

    private static String converted(int bid) {
        return BIDS.auction[bid] + "|" + BIDS.bidder[bid] + "|" + euros(bid) + "|" + BIDS.dateTime[bid] + "|"
                + BIDS.extra.get(bid);
    }

    private static String timeOfDay(int bid) {
        int hour = Instant.ofEpochMilli(BIDS.dateTime[bid])
                .atOffset(ZoneOffset.UTC)
                .getHour();
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

    private static Map<Long, Long> counts(int users) {
        Map<Long, Long> counts = new HashMap<>();
        for (long user : Clicks.generate(CLICKS, users).userId) {
            counts.merge(user, 1L, Long::sum);
        }
        return counts;
    }

    private static ChildOptions options(String query, String config, int users) {
        return new ChildOptions(query, config, users == 0 ? EVENTS : CLICKS, users, 0, 0, 0, true, null);
    }

    private static Program open(String query, String config, int users) throws Exception {
        return LoopMain.open(options(query, config, users));
    }

    private static void check(String query, String config, int users, Stream<String> rows) throws Exception {
        check(options(query, config, users), rows);
    }

    private static void check(ChildOptions options, Stream<String> rows) throws Exception {
        TableDigest expected = new TableDigest();
        rows.forEach(row -> expected.text(row).endRow(true));
        TableDigest digest = new TableDigest();
        LoopMain.open(options).pass(new Stopwatch(), digest);
        assertThat(digest.rows()).isEqualTo(expected.rows());
        assertThat(digest.value()).isEqualTo(expected.value());
    }
}
