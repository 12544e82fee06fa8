// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

/** The auctions of a stream of events as columns, in the order of the events. */
public final class Auctions {
    public final int count;
    public final long[] id;
    public final TextColumn itemName;
    public final TextColumn description;
    /** In cents. */
    public final long[] initialBid;
    /** In cents. */
    public final long[] reserve;
    /** Milliseconds since 1970-01-01T00:00Z. */
    public final long[] dateTime;
    /** Milliseconds since 1970-01-01T00:00Z. */
    public final long[] expires;

    public final long[] seller;
    public final long[] category;
    public final TextColumn extra;

    Auctions(int count, byte[] text) {
        this.count = count;
        this.id = new long[count];
        this.itemName = new TextColumn(text, count);
        this.description = new TextColumn(text, count);
        this.initialBid = new long[count];
        this.reserve = new long[count];
        this.dateTime = new long[count];
        this.expires = new long[count];
        this.seller = new long[count];
        this.category = new long[count];
        this.extra = new TextColumn(text, count);
    }
}
