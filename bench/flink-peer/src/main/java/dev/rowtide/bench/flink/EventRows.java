// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import dev.rowtide.bench.data.Auctions;
import dev.rowtide.bench.data.Bids;
import dev.rowtide.bench.data.Events;
import dev.rowtide.bench.data.Persons;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.jspecify.annotations.Nullable;

/** Rows {@code (event_type, person, auction, bid)}, of which only the event's own is not null. */
final class EventRows extends RowView implements RowCursor {
    private final int count;
    private final Person person;
    private final Auction auction;
    private final Bid bid;
    private Events.Kind kind = Events.Kind.PERSON;

    EventRows(Events events) {
        count = events.count;
        person = new Person(events.persons);
        auction = new Auction(events.auctions);
        bid = new Bid(events.bids);
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public RowData at(int event) {
        kind = Events.kind(event);
        switch (kind) {
            case PERSON -> person.row = Events.personsBefore(event);
            case AUCTION -> auction.row = Events.auctionsBefore(event);
            case BID -> bid.row = Events.bidsBefore(event);
        }
        return this;
    }

    @Override
    public int getArity() {
        return 4;
    }

    @Override
    public boolean isNullAt(int field) {
        return field > 0 && field - 1 != kind.eventType;
    }

    @Override
    public int getInt(int field) {
        return kind.eventType;
    }

    @Override
    public @Nullable RowData getRow(int field, int fields) {
        if (isNullAt(field)) {
            return null;
        }
        return switch (kind) {
            case PERSON -> person;
            case AUCTION -> auction;
            case BID -> bid;
        };
    }

    /** Rows {@code (id, name, emailAddress, creditCard, city, state, date_time, extra)}; also those of a table of persons. */
    static final class Person extends RowView implements RowCursor {
        private final Persons persons;
        private final TextView name;
        private final TextView emailAddress;
        private final TextView creditCard;
        private final TextView city;
        private final TextView state;
        private final TextView extra;

        Person(Persons persons) {
            this.persons = persons;
            name = new TextView(persons.name);
            emailAddress = new TextView(persons.emailAddress);
            creditCard = new TextView(persons.creditCard);
            city = new TextView(persons.city);
            state = new TextView(persons.state);
            extra = new TextView(persons.extra);
        }

        @Override
        public int size() {
            return persons.id.length;
        }

        @Override
        public RowData at(int number) {
            row = number;
            return this;
        }

        @Override
        public int getArity() {
            return 8;
        }

        @Override
        public long getLong(int field) {
            return persons.id[row];
        }

        @Override
        public TimestampData getTimestamp(int field, int precision) {
            return TimestampData.fromEpochMillis(persons.dateTime[row]);
        }

        @Override
        public StringData getString(int field) {
            return switch (field) {
                case 1 -> name.get(row);
                case 2 -> emailAddress.get(row);
                case 3 -> creditCard.get(row);
                case 4 -> city.get(row);
                case 5 -> state.get(row);
                case 7 -> extra.get(row);
                default -> throw noSuchField(field);
            };
        }
    }

    /**
     * Rows {@code (id, itemName, description, initialBid, reserve, date_time, expires, seller, category, extra)}; also
     * those of a table of auctions.
     */
    static final class Auction extends RowView implements RowCursor {
        private final Auctions auctions;
        private final TextView itemName;
        private final TextView description;
        private final TextView extra;

        Auction(Auctions auctions) {
            this.auctions = auctions;
            itemName = new TextView(auctions.itemName);
            description = new TextView(auctions.description);
            extra = new TextView(auctions.extra);
        }

        @Override
        public int size() {
            return auctions.id.length;
        }

        @Override
        public RowData at(int number) {
            row = number;
            return this;
        }

        @Override
        public int getArity() {
            return 10;
        }

        @Override
        public long getLong(int field) {
            return switch (field) {
                case 0 -> auctions.id[row];
                case 3 -> auctions.initialBid[row];
                case 4 -> auctions.reserve[row];
                case 7 -> auctions.seller[row];
                case 8 -> auctions.category[row];
                default -> throw noSuchField(field);
            };
        }

        @Override
        public TimestampData getTimestamp(int field, int precision) {
            return TimestampData.fromEpochMillis(field == 5 ? auctions.dateTime[row] : auctions.expires[row]);
        }

        @Override
        public StringData getString(int field) {
            return switch (field) {
                case 1 -> itemName.get(row);
                case 2 -> description.get(row);
                case 9 -> extra.get(row);
                default -> throw noSuchField(field);
            };
        }
    }

    /** Rows {@code (auction, bidder, price, channel, url, date_time, extra)}; also the rows of a table of bids. */
    static final class Bid extends RowView implements RowCursor {
        private final Bids bids;
        private final TextView channels;
        private final TextView urls;
        private final TextView extra;

        Bid(Bids bids) {
            this.bids = bids;
            channels = new TextView(bids.channels);
            urls = new TextView(bids.urls);
            extra = new TextView(bids.extra);
        }

        @Override
        public int size() {
            return bids.count;
        }

        @Override
        public RowData at(int bid) {
            row = bid;
            return this;
        }

        @Override
        public int getArity() {
            return 7;
        }

        @Override
        public long getLong(int field) {
            return switch (field) {
                case 0 -> bids.auction[row];
                case 1 -> bids.bidder[row];
                case 2 -> bids.price[row];
                default -> throw noSuchField(field);
            };
        }

        @Override
        public TimestampData getTimestamp(int field, int precision) {
            return TimestampData.fromEpochMillis(bids.dateTime[row]);
        }

        @Override
        public StringData getString(int field) {
            return switch (field) {
                case 3 -> channels.get(bids.channel[row]);
                case 4 -> urls.get(bids.channel[row]);
                case 6 -> extra.get(row);
                default -> throw noSuchField(field);
            };
        }
    }
}
