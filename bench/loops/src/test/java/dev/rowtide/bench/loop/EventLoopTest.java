// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Auctions;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.Persons;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The final table of each loop over the mixed stream of events is the one that plain collections give. */
final class EventLoopTest {
    private static final Events EVENTS = Events.generate(60_000);
    private static final Bids BIDS = EVENTS.bids;
    private static final Auctions AUCTIONS = EVENTS.auctions;
    private static final Persons PERSONS = EVENTS.persons;

    private static final Map<Long, Integer> AUCTION_BY_ID =
            auctions().boxed().collect(Collectors.toMap(row -> AUCTIONS.id[row], row -> row));
    private static final Map<Long, Integer> PERSON_BY_ID =
            IntStream.range(0, PERSONS.id.length).boxed().collect(Collectors.toMap(row -> PERSONS.id[row], row -> row));

    @Test
    void localItems() {
        List<String> states = List.of("OR", "ID", "CA");
        check(
                new LocalItems(EVENTS),
                auctions()
                        .filter(row -> AUCTIONS.category[row] == 10)
                        .filter(row -> PERSON_BY_ID.containsKey(AUCTIONS.seller[row]))
                        .mapToObj(row -> {
                            int person = PERSON_BY_ID.get(AUCTIONS.seller[row]);
                            return !states.contains(PERSONS.state.get(person))
                                    ? ""
                                    : row(
                                            PERSONS.name.get(person),
                                            PERSONS.city.get(person),
                                            PERSONS.state.get(person),
                                            AUCTIONS.id[row]);
                        })
                        .filter(text -> !text.isEmpty()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void averagePrices(boolean everyChange) {
        Map<Long, List<Long>> reached = new TreeMap<>();
        inTime().forEach((auction, bids) -> reached.computeIfAbsent(AUCTIONS.category[auction], c -> new ArrayList<>())
                .add(bids.stream().mapToLong(bid -> BIDS.price[bid]).max().orElseThrow()));
        check(
                new AveragePrices(EVENTS, everyChange),
                reached.entrySet().stream()
                        .map(category -> row(
                                category.getKey(),
                                sum(category.getValue()) / category.getValue().size())));
    }

    @Test
    void winningBids() {
        check(new WinningBids(EVENTS), inTime().entrySet().stream().map(entry -> {
            int bid = entry.getValue().stream()
                    .min(Comparator.comparing((Integer b) -> -BIDS.price[b])
                            .thenComparing(b -> BIDS.dateTime[b])
                            .thenComparing(b -> b))
                    .orElseThrow();
            int auction = entry.getKey();
            return row(
                    AUCTIONS.id[auction],
                    AUCTIONS.itemName.get(auction),
                    AUCTIONS.description.get(auction),
                    AUCTIONS.initialBid[auction],
                    AUCTIONS.reserve[auction],
                    AUCTIONS.dateTime[auction],
                    AUCTIONS.expires[auction],
                    AUCTIONS.seller[auction],
                    AUCTIONS.category[auction],
                    AUCTIONS.extra.get(auction),
                    BIDS.auction[bid],
                    BIDS.price[bid],
                    BIDS.dateTime[bid]);
        }));
    }

    @Test
    void bidsWithMinutes() {
        check(new BidsWithMinutes(EVENTS), bids().mapToObj(bid -> {
            String time = Instant.ofEpochMilli(BIDS.dateTime[bid])
                    .atOffset(ZoneOffset.UTC)
                    .toString();
            return row(
                    BIDS.auction[bid],
                    BIDS.bidder[bid],
                    BIDS.price[bid],
                    BIDS.dateTime[bid],
                    BIDS.extra.get(bid),
                    time.substring(0, 10),
                    time.substring(11, 16));
        }));
    }

    /** The clock passes the end of a window when it is read for the fourth time, before the third batch of bids. */
    @Test
    void bidsSeen() {
        Iterator<Long> clock = Stream.iterate(17_000L, now -> now + 1_000).iterator();
        int turn = 2 * Output.CAPACITY;
        check(
                new BidsSeen(BIDS, () -> Math.min(clock.next(), 29_999)),
                Stream.concat(
                        bidsOfBidders(bids().filter(bid -> bid < turn), "10000|20000"),
                        bidsOfBidders(bids().filter(bid -> bid >= turn), "20000|30000")));
    }

    private static Stream<String> bidsOfBidders(IntStream bids, String window) {
        return bids
                .boxed()
                .collect(Collectors.groupingBy(bid -> BIDS.bidder[bid], Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> row(entry.getKey(), entry.getValue(), window));
    }

    @Test
    void bidsOfSellers() {
        Map<Long, List<Integer>> sold = auctions().boxed().collect(Collectors.groupingBy(row -> AUCTIONS.seller[row]));
        check(
                new BidsOfSellers(EVENTS),
                bids().boxed()
                        .filter(bid -> PERSON_BY_ID.containsKey(BIDS.bidder[bid]))
                        .flatMap(bid -> {
                            int person = PERSON_BY_ID.get(BIDS.bidder[bid]);
                            return sold.getOrDefault(BIDS.bidder[bid], List.of()).stream()
                                    .map(auction -> row(
                                            BIDS.bidder[bid],
                                            BIDS.price[bid],
                                            BIDS.channels.get(BIDS.channel[bid]),
                                            BIDS.urls.get(BIDS.channel[bid]),
                                            BIDS.extra.get(bid),
                                            PERSONS.id[person],
                                            PERSONS.name.get(person),
                                            PERSONS.emailAddress.get(person),
                                            PERSONS.creditCard.get(person),
                                            PERSONS.city.get(person),
                                            PERSONS.state.get(person),
                                            PERSONS.extra.get(person),
                                            AUCTIONS.itemName.get(auction),
                                            AUCTIONS.description.get(auction),
                                            AUCTIONS.initialBid[auction],
                                            AUCTIONS.reserve[auction],
                                            AUCTIONS.dateTime[auction],
                                            AUCTIONS.expires[auction],
                                            AUCTIONS.seller[auction],
                                            AUCTIONS.category[auction],
                                            AUCTIONS.extra.get(auction)));
                        }));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void channelStatistics(boolean everyChange) {
        Map<Integer, List<Integer>> byChannel = bids().boxed().collect(Collectors.groupingBy(bid -> BIDS.channel[bid]));
        check(
                new ChannelStatistics(EVENTS, everyChange),
                byChannel.entrySet().stream().map(entry -> {
                    List<Integer> bids = entry.getValue();
                    List<Object> fields = new ArrayList<>(List.of(
                            BIDS.channels.get(entry.getKey()),
                            "2026-01-15",
                            bids.stream()
                                    .map(bid -> Instant.ofEpochMilli(BIDS.dateTime[bid])
                                            .atOffset(ZoneOffset.UTC)
                                            .toString()
                                            .substring(11, 16))
                                    .max(Comparator.naturalOrder())
                                    .orElseThrow()));
                    byPrice(bids).forEach(some -> fields.add(some.size()));
                    byPrice(bids).forEach(some -> fields.add(distinct(some, BIDS.bidder)));
                    byPrice(bids).forEach(some -> fields.add(distinct(some, BIDS.auction)));
                    return row(fields.toArray());
                }));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void auctionStatistics(boolean everyChange) {
        Map<Long, List<Integer>> byAuction = bids().boxed().collect(Collectors.groupingBy(bid -> BIDS.auction[bid]));
        check(
                new AuctionStatistics(EVENTS, everyChange),
                byAuction.entrySet().stream().map(entry -> {
                    List<Integer> bids = entry.getValue();
                    List<Long> prices =
                            bids.stream().map(bid -> BIDS.price[bid]).toList();
                    List<Object> fields = new ArrayList<>(List.of(entry.getKey(), "2026-01-15"));
                    byPrice(bids).forEach(some -> fields.add(some.size()));
                    fields.add(Collections.min(prices));
                    fields.add(Collections.max(prices));
                    fields.add(sum(prices) / prices.size());
                    fields.add(sum(prices));
                    return row(fields.toArray());
                }));
    }

    @Test
    void latestBids() {
        Map<List<Long>, Integer> latest = new LinkedHashMap<>();
        bids().forEach(bid -> latest.put(List.of(BIDS.bidder[bid], BIDS.auction[bid]), bid));
        check(new LatestBids(EVENTS), latest.values().stream().map(EventLoopTest::bid));
    }

    @Test
    void highestBids() {
        Map<Long, List<Integer>> byAuction = bids().boxed().collect(Collectors.groupingBy(bid -> BIDS.auction[bid]));
        check(new HighestBids(EVENTS), byAuction.values().stream().flatMap(bids -> {
            List<Integer> sorted = bids.stream()
                    .sorted(Comparator.comparing((Integer bid) -> -BIDS.price[bid]))
                    .limit(10)
                    .toList();
            return IntStream.range(0, sorted.size()).mapToObj(place -> row(bid(sorted.get(place)), place + 1));
        }));
    }

    @Test
    void bidsWithAuctions() {
        check(
                new BidsWithAuctions(EVENTS),
                bids().filter(bid -> AUCTION_BY_ID.containsKey(BIDS.auction[bid]))
                        .filter(bid -> AUCTIONS.category[AUCTION_BY_ID.get(BIDS.auction[bid])] == 10)
                        .mapToObj(bid -> {
                            int auction = AUCTION_BY_ID.get(BIDS.auction[bid]);
                            return row(
                                    bid(bid),
                                    AUCTIONS.itemName.get(auction),
                                    AUCTIONS.description.get(auction),
                                    AUCTIONS.initialBid[auction],
                                    AUCTIONS.reserve[auction],
                                    AUCTIONS.dateTime[auction],
                                    AUCTIONS.expires[auction],
                                    AUCTIONS.seller[auction],
                                    AUCTIONS.category[auction],
                                    AUCTIONS.extra.get(auction));
                        }));
    }

    @Test
    void channelIds() {
        Map<String, String> named = Map.of("apple", "0", "google", "1", "facebook", "2", "baidu", "3");
        Pattern parameter = Pattern.compile("(&|^)channel_id=([^&]*)");
        check(
                new ChannelIds(EVENTS),
                bids().mapToObj(bid -> {
                            String channel = BIDS.channels.get(BIDS.channel[bid]);
                            Matcher found = parameter.matcher(BIDS.urls.get(BIDS.channel[bid]));
                            String id = named.get(channel.toLowerCase(Locale.ROOT));
                            if (id == null && found.find()) {
                                id = found.group(2);
                            }
                            return id == null
                                    ? ""
                                    : row(BIDS.auction[bid], BIDS.bidder[bid], BIDS.price[bid], channel, id);
                        })
                        .filter(text -> !text.isEmpty()));
    }

    @Test
    void urlFolders() {
        check(new UrlFolders(EVENTS), bids().mapToObj(bid -> {
            String[] parts = BIDS.urls.get(BIDS.channel[bid]).split("/");
            String channel = BIDS.channels.get(BIDS.channel[bid]);
            return row(BIDS.auction[bid], BIDS.bidder[bid], BIDS.price[bid], channel, parts[3], parts[4], parts[5]);
        }));
    }

    @Test
    void bidsWithSellers() {
        check(
                new BidsWithSellers(EVENTS),
                bids().filter(bid -> AUCTION_BY_ID.containsKey(BIDS.auction[bid]))
                        .filter(bid -> PERSON_BY_ID.containsKey(AUCTIONS.seller[AUCTION_BY_ID.get(BIDS.auction[bid])]))
                        .mapToObj(bid -> {
                            int auction = AUCTION_BY_ID.get(BIDS.auction[bid]);
                            int person = PERSON_BY_ID.get(AUCTIONS.seller[auction]);
                            return row(
                                    BIDS.auction[bid],
                                    BIDS.bidder[bid],
                                    BIDS.price[bid],
                                    AUCTIONS.itemName.get(auction),
                                    AUCTIONS.category[auction],
                                    PERSONS.name.get(person),
                                    PERSONS.city.get(person));
                        }));
    }

    @Test
    void leadingBids() {
        Map<Long, List<Integer>> byAuction = bids().boxed().collect(Collectors.groupingBy(bid -> BIDS.auction[bid]));
        check(new LeadingBids(EVENTS), byAuction.values().stream().flatMap(bids -> {
            long highest = bids.stream().mapToLong(bid -> BIDS.price[bid]).max().orElseThrow();
            return bids.stream()
                    .filter(bid -> BIDS.price[bid] == highest)
                    .map(bid -> row(BIDS.auction[bid], BIDS.bidder[bid], highest, bids.size()));
        }));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void clicksOfUsers(boolean everyChange) {
        Clicks clicks = Clicks.generate(120_000, 40_000);
        long[] counts = new long[clicks.users];
        Arrays.stream(clicks.userId).forEach(user -> counts[(int) user]++);
        check(
                new ClicksOfUsers(clicks, everyChange),
                IntStream.range(0, clicks.users)
                        .mapToObj(user -> row(user, Clicks.since(user), counts[user] == 0 ? "\\N" : counts[user])));
    }

    private static IntStream bids() {
        return IntStream.range(0, BIDS.count);
    }

    private static IntStream auctions() {
        return IntStream.range(0, AUCTIONS.count);
    }

    /** By auction, its bids between its begin and its end. */
    private static Map<Integer, List<Integer>> inTime() {
        return bids().filter(bid -> AUCTION_BY_ID.containsKey(BIDS.auction[bid]))
                .boxed()
                .filter(bid -> {
                    int auction = AUCTION_BY_ID.get(BIDS.auction[bid]);
                    return BIDS.dateTime[bid] >= AUCTIONS.dateTime[auction]
                            && BIDS.dateTime[bid] <= AUCTIONS.expires[auction];
                })
                .collect(Collectors.groupingBy(bid -> AUCTION_BY_ID.get(BIDS.auction[bid])));
    }

    /** All of the bids, those of a low price, of a middling, of a high one. */
    private static List<List<Integer>> byPrice(List<Integer> bids) {
        return Stream.<IntPredicate>of(
                        bid -> true,
                        bid -> BIDS.price[bid] < 10_000,
                        bid -> BIDS.price[bid] >= 10_000 && BIDS.price[bid] < 1_000_000,
                        bid -> BIDS.price[bid] >= 1_000_000)
                .map(chosen -> bids.stream().filter(chosen::test).toList())
                .toList();
    }

    private static long distinct(List<Integer> bids, long[] column) {
        return bids.stream().map(bid -> column[bid]).distinct().count();
    }

    private static long sum(Collection<Long> numbers) {
        return numbers.stream().mapToLong(number -> number).sum();
    }

    private static String bid(int bid) {
        return row(
                BIDS.auction[bid],
                BIDS.bidder[bid],
                BIDS.price[bid],
                BIDS.channels.get(BIDS.channel[bid]),
                BIDS.urls.get(BIDS.channel[bid]),
                BIDS.dateTime[bid],
                BIDS.extra.get(bid));
    }

    private static String row(Object... fields) {
        return Arrays.stream(fields).map(String::valueOf).collect(Collectors.joining("|"));
    }

    private static void check(Loop loop, Stream<String> rows) {
        TableDigest expected = new TableDigest();
        rows.forEach(row -> expected.text(row).endRow(true));
        TableDigest digest = new TableDigest();
        Output output = loop.newOutput(digest);
        loop.run(output);
        output.deliver();
        assertThat(expected.rows()).isPositive();
        assertThat(digest.rows()).isEqualTo(expected.rows());
        assertThat(digest.value()).isEqualTo(expected.value());
    }
}
