// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class EventsTest {
    private static final int COUNT = 200_000;
    private static final Offset<Double> TWO_PERCENT = within(0.02);
    private final Events events = Events.generate(COUNT);
    private final Bids bids = events.bids;

    @Test
    void ofFiftyEventsOneIsAPersonThreeAreAuctionsTheOthersBids() {
        assertThat(events.persons.count).isEqualTo(COUNT / 50);
        assertThat(events.auctions.count).isEqualTo(COUNT / 50 * 3);
        assertThat(bids.count).isEqualTo(COUNT / 50 * 46);
        assertThat(IntStream.range(50, 56).mapToObj(Events::kind))
                .containsExactly(
                        Events.Kind.PERSON,
                        Events.Kind.AUCTION,
                        Events.Kind.AUCTION,
                        Events.Kind.AUCTION,
                        Events.Kind.BID,
                        Events.Kind.BID);
        assertThat(Events.personsBefore(50)).isEqualTo(1);
        assertThat(Events.auctionsBefore(53)).isEqualTo(5);
        assertThat(Events.bidsBefore(55)).isEqualTo(47);
    }

    @Test
    void eventsAreTheSameEachTimeHoweverManyAreAskedFor() {
        Events fewer = Events.generate(1000);
        for (int bid = 0; bid < fewer.bids.count; bid++) {
            assertThat(fewer.bids.auction[bid]).isEqualTo(bids.auction[bid]);
            assertThat(fewer.bids.bidder[bid]).isEqualTo(bids.bidder[bid]);
            assertThat(fewer.bids.price[bid]).isEqualTo(bids.price[bid]);
            assertThat(fewer.bids.extra.get(bid)).isEqualTo(bids.extra.get(bid));
        }
        for (int auction = 0; auction < fewer.auctions.count; auction++) {
            assertThat(fewer.auctions.expires[auction]).isEqualTo(events.auctions.expires[auction]);
            assertThat(fewer.auctions.description.get(auction)).isEqualTo(events.auctions.description.get(auction));
        }
    }

    @Test
    void idsCountUpAndOneHundredEventsTakeAMillisecond() {
        assertThat(events.persons.id).startsWith(1000, 1001, 1002);
        assertThat(events.auctions.id).startsWith(1000, 1001, 1002, 1003);
        assertThat(events.persons.dateTime[200] - events.persons.dateTime[0]).isEqualTo(200 * 50 / 100);
    }

    @Test
    void halfOfTheBidsAreOnAHotAuctionAndThreeQuartersByAHotBidder() {
        assertThat(shareOfBids(bid -> bids.auction[bid] % 100 == 0)).isCloseTo(0.5, TWO_PERCENT);
        assertThat(shareOfBids(bid -> bids.bidder[bid] % 100 == 1)).isCloseTo(0.75, TWO_PERCENT);
        assertThat(shareOfBids(bid -> bids.channel[bid] < 4)).isCloseTo(0.5, TWO_PERCENT);
    }

    @Test
    void eachPowerOfTenOfPricesIsAsLikelyAsTheNext() {
        assertThat(LongStream.of(bids.price)).allMatch(price -> price >= 100 && price <= 100_000_000);
        assertThat(shareOfBids(bid -> bids.price[bid] < 10_000)).isCloseTo(1 / 3.0, TWO_PERCENT);
        assertThat(shareOfBids(bid -> bids.price[bid] < 1_000_000)).isCloseTo(2 / 3.0, TWO_PERCENT);
    }

    @Test
    void textFillsABidUpToOneHundredBytesOnAverage() {
        assertThat(IntStream.of(bids.extra.length).min()).hasValue(54);
        assertThat(IntStream.of(bids.extra.length).max()).hasValue(81);
        assertThat(IntStream.of(bids.extra.length).average().orElseThrow() + 4 * Long.BYTES)
                .isCloseTo(100, within(1.0));
        assertThat(bids.extra.get(0)).matches("[a-z]+");
        assertThat(bids.channels.get(0)).isEqualTo("Google");
        assertThat(bids.urls.get(0)).startsWith("https://www.nexmark.com/");
        assertThat(events.persons.emailAddress.get(0)).matches("[a-z]+@[a-z]+\\.com");
        assertThat(events.persons.creditCard.get(0)).matches("(\\d{4} ){3}\\d{4}");
    }

    @Test
    void clicksAreOfAllUsersAlike() {
        Clicks clicks = Clicks.generate(100_000, 10);
        long[] ofUser = new long[10];
        for (long user : clicks.userId) {
            ofUser[(int) user]++;
        }
        assertThat(LongStream.of(ofUser)).allMatch(count -> count > 9_500 && count < 10_500);
        assertThat(Clicks.generate(10, 10).userId).isEqualTo(Clicks.generate(10, 10).userId);
    }

    private double shareOfBids(IntPredicate wanted) {
        return IntStream.range(0, bids.count).filter(wanted).count() / (double) bids.count;
    }
}
