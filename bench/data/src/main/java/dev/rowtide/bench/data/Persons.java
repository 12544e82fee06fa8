// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

/** The persons of a stream of events as columns, in the order of the events. */
public final class Persons {
    public final int count;
    public final long[] id;
    public final TextColumn name;
    public final TextColumn emailAddress;
    public final TextColumn creditCard;
    public final TextColumn city;
    public final TextColumn state;
    /** Milliseconds since 1970-01-01T00:00Z. */
    public final long[] dateTime;

    public final TextColumn extra;

    Persons(int count, byte[] text) {
        this.count = count;
        this.id = new long[count];
        this.name = new TextColumn(text, count);
        this.emailAddress = new TextColumn(text, count);
        this.creditCard = new TextColumn(text, count);
        this.city = new TextColumn(text, count);
        this.state = new TextColumn(text, count);
        this.dateTime = new long[count];
        this.extra = new TextColumn(text, count);
    }
}
