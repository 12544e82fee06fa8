// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

/**
 * A stream of Nexmark events as columns in memory, by kind. Which event is of which kind needs no column: of every 50
 * events the first is a person, the next three are auctions, and the other 46 are bids.
 *
 * <p>The mixed stream is walked so:
 *
 * <pre>{@code
 * switch (Events.kind(event)) {
 *     case PERSON -> events.persons.id[Events.personsBefore(event)] ...
 *     case AUCTION -> events.auctions.id[Events.auctionsBefore(event)] ...
 *     case BID -> events.bids.auction[Events.bidsBefore(event)] ...
 * }
 * }</pre>
 */
public final class Events {
    /** The kinds of event. */
    public enum Kind {
        PERSON(0),
        AUCTION(1),
        BID(2);

        /** How the public benchmark numbers the kind, in its column {@code event_type}. */
        public final int eventType;

        Kind(int eventType) {
            this.eventType = eventType;
        }
    }

    // Of every ROUND events in a row, so many are of each kind.
    public static final int PERSONS_PER_ROUND = 1;
    public static final int AUCTIONS_PER_ROUND = 3;
    public static final int BIDS_PER_ROUND = 46;
    public static final int ROUND = PERSONS_PER_ROUND + AUCTIONS_PER_ROUND + BIDS_PER_ROUND;

    /** How many rows the table has that bids are looked up in, their keys counted from 0. */
    public static final int SIDE_ROWS = 10_000;

    public final int count;
    public final Persons persons;
    public final Auctions auctions;
    public final Bids bids;

    Events(int count, Persons persons, Auctions auctions, Bids bids) {
        this.count = count;
        this.persons = persons;
        this.auctions = auctions;
        this.bids = bids;
    }

    /** The first {@code count} events of the stream that every program of the benchmark reads. */
    public static Events generate(int count) {
        return new EventGenerator(count).generate();
    }

    /** What the table that bids are looked up in has for a key. */
    public static long sideValue(long key) {
        return key * 31 % 1_009;
    }

    public static Kind kind(int event) {
        int place = event % ROUND;
        if (place < PERSONS_PER_ROUND) {
            return Kind.PERSON;
        }
        return place < PERSONS_PER_ROUND + AUCTIONS_PER_ROUND ? Kind.AUCTION : Kind.BID;
    }

    /** How many persons come before {@code event}; for a person its row. */
    public static int personsBefore(int event) {
        return before(event, 0, PERSONS_PER_ROUND);
    }

    /** How many auctions come before {@code event}; for an auction its row. */
    public static int auctionsBefore(int event) {
        return before(event, PERSONS_PER_ROUND, AUCTIONS_PER_ROUND);
    }

    /** How many bids come before {@code event}; for a bid its row. */
    public static int bidsBefore(int event) {
        return before(event, PERSONS_PER_ROUND + AUCTIONS_PER_ROUND, BIDS_PER_ROUND);
    }

    private static int before(int event, int firstPlace, int perRound) {
        int inThisRound = Math.max(0, Math.min(perRound, event % ROUND - firstPlace));
        return event / ROUND * perRound + inThisRound;
    }
}
