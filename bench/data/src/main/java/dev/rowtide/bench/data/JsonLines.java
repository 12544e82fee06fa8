// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Writes events as JSON, an object a line, times as {@code yyyy-MM-dd HH:mm:ss.SSS} in UTC.
 *
 * <p>The mixed stream has the public benchmark's shape: an {@code event_type} (0 person, 1 auction, 2 bid) and the
 * event as an object beside it. Bids alone are flat objects.
 */
public final class JsonLines implements AutoCloseable {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

    private final OutputStream out;
    private final StringBuilder line = new StringBuilder(1024);
    private long formattedMillis = -1;
    private String formatted = "";

    private JsonLines(Path file) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20);
    }

    /** Replaces {@code file} by all bids, flat. */
    public static void writeBids(Events events, Path file) throws IOException {
        try (JsonLines lines = new JsonLines(file)) {
            for (int row = 0; row < events.bids.count; row++) {
                lines.bid(events.bids, row);
                lines.endLine();
            }
        }
    }

    /** Replaces {@code file} by the mixed stream. */
    public static void writeEvents(Events events, Path file) throws IOException {
        try (JsonLines lines = new JsonLines(file)) {
            for (int event = 0; event < events.count; event++) {
                lines.event(events, event);
                lines.endLine();
            }
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private void event(Events events, int event) {
        Events.Kind kind = Events.kind(event);
        line.append("{\"event_type\":").append(kind.eventType).append(',');
        switch (kind) {
            case PERSON -> {
                line.append("\"person\":");
                person(events.persons, Events.personsBefore(event));
            }
            case AUCTION -> {
                line.append("\"auction\":");
                auction(events.auctions, Events.auctionsBefore(event));
            }
            case BID -> {
                line.append("\"bid\":");
                bid(events.bids, Events.bidsBefore(event));
            }
        }
        line.append('}');
    }

    private void person(Persons persons, int row) {
        line.append('{');
        number("id", persons.id[row]);
        text("name", persons.name, row);
        text("emailAddress", persons.emailAddress, row);
        text("creditCard", persons.creditCard, row);
        text("city", persons.city, row);
        text("state", persons.state, row);
        time("date_time", persons.dateTime[row]);
        text("extra", persons.extra, row);
        endObject();
    }

    private void auction(Auctions auctions, int row) {
        line.append('{');
        number("id", auctions.id[row]);
        text("itemName", auctions.itemName, row);
        text("description", auctions.description, row);
        number("initialBid", auctions.initialBid[row]);
        number("reserve", auctions.reserve[row]);
        time("date_time", auctions.dateTime[row]);
        time("expires", auctions.expires[row]);
        number("seller", auctions.seller[row]);
        number("category", auctions.category[row]);
        text("extra", auctions.extra, row);
        endObject();
    }

    private void bid(Bids bids, int row) {
        line.append('{');
        number("auction", bids.auction[row]);
        number("bidder", bids.bidder[row]);
        number("price", bids.price[row]);
        text("channel", bids.channels, bids.channel[row]);
        text("url", bids.urls, bids.channel[row]);
        time("date_time", bids.dateTime[row]);
        text("extra", bids.extra, row);
        endObject();
    }

    private void number(String name, long value) {
        name(name).append(value).append(',');
    }

    /** No text of an event has a character that JSON would want escaped. */
    private void text(String name, TextColumn column, int row) {
        name(name).append('"').append(column.get(row)).append("\",");
    }

    private void time(String name, long millis) {
        if (millis != formattedMillis) {
            formattedMillis = millis;
            formatted = TIME.format(LocalDateTime.ofEpochSecond(
                    Math.floorDiv(millis, 1000L), Math.floorMod(millis, 1000) * 1_000_000, ZoneOffset.UTC));
        }
        name(name).append('"').append(formatted).append("\",");
    }

    private StringBuilder name(String name) {
        return line.append('"').append(name).append("\":");
    }

    private void endObject() {
        line.setCharAt(line.length() - 1, '}');
    }

    private void endLine() throws IOException {
        out.write(line.append('\n').toString().getBytes(StandardCharsets.US_ASCII));
        line.setLength(0);
    }
}
