// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

import static dev.rowtide.bench.data.Events.AUCTIONS_PER_ROUND;
import static dev.rowtide.bench.data.Events.PERSONS_PER_ROUND;
import static dev.rowtide.bench.data.Events.ROUND;

import java.time.Instant;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Makes Nexmark events: keys, prices, times and sizes of text are distributed as in the public benchmark at its
 * default settings. What differs: seed and first time are fixed, 100,000 events happen in a second of event time, and
 * free text has letters only.
 */
final class EventGenerator {
    private static final long SEED = 20_260_101;
    /** Five seconds before eight in the morning, so that half a million events in, q14 meets another hour. */
    private static final long FIRST_MILLIS =
            Instant.parse("2026-01-15T07:59:55Z").toEpochMilli();

    private static final long EVENTS_PER_MILLI = 100;

    private static final long FIRST_PERSON_ID = 1000;
    private static final long FIRST_AUCTION_ID = 1000;
    private static final long FIRST_CATEGORY = 10;
    private static final int CATEGORIES = 5;

    /** Among one hundred persons or auctions that follow one another, one is hot. */
    private static final int HOT_GROUP = 100;
    /** One bid in this many is on an auction other than the hot one. */
    private static final int COLD_AUCTION_ONE_IN = 2;

    private static final int COLD_BIDDER_ONE_IN = 4;
    private static final int COLD_SELLER_ONE_IN = 4;
    private static final int COLD_CHANNEL_ONE_IN = 2;

    private static final int ACTIVE_PERSONS = 1000;
    private static final int AUCTIONS_IN_FLIGHT = 100;
    /** So many ids that do not exist yet may be named. */
    private static final int ID_LEAD = 10;

    private static final int PERSON_BYTES = 200;
    private static final int AUCTION_BYTES = 500;
    private static final int BID_BYTES = 100;

    private static final String[] HOT_CHANNELS = {"Google", "Facebook", "Baidu", "Apple"};
    private static final int COLD_CHANNELS = 10_000;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final TextPool pool = new TextPool(random);
    private final TextColumn names = product(
            new String[] {"Peter", "Paul", "Luke", "John", "Saul", "Vicky", "Kate", "Julie", "Sarah", "Deiter", "Walter"
            },
            new String[] {"Shultz", "Abrams", "Spencer", "White", "Bartels", "Walton", "Smith", "Jones", "Noris"});
    private final TextColumn cities = pool.dictionary(
            "Phoenix",
            "Los Angeles",
            "San Francisco",
            "Boise",
            "Portland",
            "Bend",
            "Redmond",
            "Seattle",
            "Kent",
            "Cheyenne");
    private final TextColumn states = pool.dictionary("AZ", "CA", "ID", "OR", "WA", "WY");
    private final TextColumn emailAddresses = words(10_000, i -> word(7) + "@" + word(5) + ".com");
    private final TextColumn creditCards =
            words(10_000, i -> fourDigits() + " " + fourDigits() + " " + fourDigits() + " " + fourDigits());
    private final Events events;

    EventGenerator(int count) {
        int channelCount = HOT_CHANNELS.length + COLD_CHANNELS;
        TextColumn channels =
                words(channelCount, i -> i < HOT_CHANNELS.length ? HOT_CHANNELS[i] : "channel-" + coldChannel(i));
        TextColumn urls = words(channelCount, this::url);
        events = new Events(
                count,
                new Persons(Events.personsBefore(count), pool.bytes),
                new Auctions(Events.auctionsBefore(count), pool.bytes),
                new Bids(Events.bidsBefore(count), channels, urls));
    }

    Events generate() {
        for (int event = 0; event < events.count; event++) {
            switch (Events.kind(event)) {
                case PERSON -> person(event, Events.personsBefore(event));
                case AUCTION -> auction(event, Events.auctionsBefore(event));
                case BID -> bid(event, Events.bidsBefore(event));
            }
        }
        return events;
    }

    private void person(int event, int row) {
        Persons persons = events.persons;
        persons.id[row] = FIRST_PERSON_ID + newestPerson(event);
        any(names, persons.name, row);
        any(emailAddresses, persons.emailAddress, row);
        any(creditCards, persons.creditCard, row);
        any(cities, persons.city, row);
        any(states, persons.state, row);
        persons.dateTime[row] = timeOf(event);
        int size = Long.BYTES
                + persons.name.length[row]
                + persons.emailAddress.length[row]
                + persons.creditCard.length[row]
                + persons.city.length[row]
                + persons.state.length[row];
        extra(persons.extra, row, PERSON_BYTES - size);
    }

    private void auction(int event, int row) {
        Auctions auctions = events.auctions;
        auctions.id[row] = FIRST_AUCTION_ID + newestAuction(event);
        long seller = oneIn(COLD_SELLER_ONE_IN) ? activePerson(event) : hot(newestPerson(event));
        auctions.seller[row] = FIRST_PERSON_ID + seller;
        auctions.category[row] = FIRST_CATEGORY + random.nextInt(CATEGORIES);
        auctions.initialBid[row] = price();
        auctions.reserve[row] = auctions.initialBid[row] + price();
        long time = timeOf(event);
        auctions.dateTime[row] = time;
        // Ends, on average, when as many auctions have begun as may be in flight at once.
        long horizon = timeOf(event + AUCTIONS_IN_FLIGHT * ROUND / AUCTIONS_PER_ROUND) - time;
        auctions.expires[row] = time + 1 + random.nextLong(Math.max(1, 2 * horizon));
        pool.letters(auctions.itemName, row, random.nextInt(3, 20));
        pool.letters(auctions.description, row, random.nextInt(3, 100));
        int size = 6 * Long.BYTES + auctions.itemName.length[row] + auctions.description.length[row];
        extra(auctions.extra, row, AUCTION_BYTES - size);
    }

    private void bid(int event, int row) {
        Bids bids = events.bids;
        long auction = oneIn(COLD_AUCTION_ONE_IN) ? auctionInFlight(event) : hot(newestAuction(event));
        bids.auction[row] = FIRST_AUCTION_ID + auction;
        // The public generator adds the first person's id twice, so bidders are no persons; kept, for its distribution.
        long bidder = oneIn(COLD_BIDDER_ONE_IN) ? activePerson(event) : hot(newestPerson(event)) + 1;
        bids.bidder[row] = 2 * FIRST_PERSON_ID + bidder;
        bids.price[row] = price();
        bids.channel[row] = oneIn(COLD_CHANNEL_ONE_IN)
                ? HOT_CHANNELS.length + random.nextInt(COLD_CHANNELS)
                : random.nextInt(HOT_CHANNELS.length);
        bids.dateTime[row] = timeOf(event);
        extra(bids.extra, row, BID_BYTES - 4 * Long.BYTES);
    }

    private static long timeOf(int event) {
        return FIRST_MILLIS + event / EVENTS_PER_MILLI;
    }

    /** The number, from 0, of the newest person when {@code event} happens, itself included. */
    private static long newestPerson(int event) {
        return (long) event / ROUND * PERSONS_PER_ROUND;
    }

    /** The number, from 0, of the newest auction when {@code event} happens, itself included; -1 if there is none. */
    private static long newestAuction(int event) {
        return Events.auctionsBefore(event + 1) - 1L;
    }

    private static long hot(long newest) {
        return newest / HOT_GROUP * HOT_GROUP;
    }

    private long activePerson(int event) {
        long persons = newestPerson(event) + 1;
        long active = Math.min(persons, ACTIVE_PERSONS);
        return persons - active + random.nextLong(active + ID_LEAD);
    }

    private long auctionInFlight(int event) {
        long newest = newestAuction(event);
        long oldest = Math.max(0, newest - AUCTIONS_IN_FLIGHT);
        return oldest + random.nextLong(newest - oldest + 1 + ID_LEAD);
    }

    /** Cents, from one to a million units of money, each power of ten as likely as the next. */
    private long price() {
        return Math.round(Math.pow(10, random.nextDouble() * 6) * 100);
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    private void any(TextColumn dictionary, TextColumn column, int row) {
        column.set(row, dictionary, random.nextInt(dictionary.offset.length));
    }

    /** Fills the event up with letters: {@code bytes} on average, up to a fifth fewer or more. */
    private void extra(TextColumn column, int row, int bytes) {
        int spread = (int) Math.round(bytes * 0.2);
        pool.letters(column, row, bytes - spread + random.nextInt(2 * spread));
    }

    private TextColumn words(int count, IntFunction<String> word) {
        return pool.dictionary(IntStream.range(0, count).mapToObj(word).toArray(String[]::new));
    }

    private TextColumn product(String[] firsts, String[] seconds) {
        return words(
                firsts.length * seconds.length, i -> firsts[i / seconds.length] + " " + seconds[i % seconds.length]);
    }

    private String url(int channel) {
        String url = "https://www.nexmark.com/" + word(5) + "/" + word(5) + "/" + word(5) + "/item.htm?query=1";
        boolean named = channel >= HOT_CHANNELS.length && !oneIn(10);
        return named ? url + "&channel_id=" + Math.abs(Integer.reverse(coldChannel(channel))) : url;
    }

    private static int coldChannel(int channel) {
        return channel - HOT_CHANNELS.length;
    }

    private String word(int longerThan) {
        int length = random.nextInt(3, longerThan);
        StringBuilder word = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }

    private String fourDigits() {
        return String.valueOf(10_000 + random.nextInt(10_000)).substring(1);
    }
}
