// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

/** The bids of a stream of events as columns, in the order of the events. */
public final class Bids {
    public final int count;
    public final long[] auction;
    public final long[] bidder;
    /** In cents. */
    public final long[] price;
    /** Milliseconds since 1970-01-01T00:00Z. */
    public final long[] dateTime;
    /** The row of {@link #channels} and of {@link #urls} that is the bid's. */
    public final int[] channel;

    public final TextColumn extra;
    /** Dictionary of channels, not a column of the bids. */
    public final TextColumn channels;
    /** Dictionary of addresses, not a column of the bids: one for each channel. */
    public final TextColumn urls;

    Bids(int count, TextColumn channels, TextColumn urls) {
        this.count = count;
        this.auction = new long[count];
        this.bidder = new long[count];
        this.price = new long[count];
        this.dateTime = new long[count];
        this.channel = new int[count];
        this.extra = new TextColumn(channels.bytes, count);
        this.channels = channels;
        this.urls = urls;
    }
}
