// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.tick;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.engine.runner.Feed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes from the feeds of a job, one batch at a time, and numbers what it takes.
 *
 * <p>The order does not depend on the size of a batch: a feed is read until it has nothing more for now, then the next one. So bounded inputs are read
 * one after the other, in the order in which the plan names them. With unbounded inputs the feeds take turns, batch by batch, since one of them might never
 * pause; which of them comes first is then as the outside has it, like the time at which a row arrives.
 */
public final class Sequencer implements AutoCloseable {

    private final List<Feed> feeds;
    private final boolean takeTurns;
    private int current;
    private long nextPosition;
    private @Nullable Feed lastTaken;
    private long lastTakenFrom;

    public Sequencer(List<Feed> feeds) {
        this.feeds = new ArrayList<>(feeds);
        this.takeTurns = !feeds.stream().allMatch(Feed::bounded);
    }

    /** A batch and the feed it came from. */
    public record Taken(Feed feed, ChangeBatch batch) {}

    /** Whether every feed ends. */
    public boolean bounded() {
        return !takeTurns;
    }

    /** The position that the next change will get; the number of positions taken so far. */
    public long nextPosition() {
        return nextPosition;
    }

    /** Takes the next position for what comes from no feed. */
    public long takePosition() {
        return nextPosition++;
    }

    /** The next changes of some feed, or null if none has any now. */
    public @Nullable Taken take(int rowsMax, long nowMillis) {
        for (int tried = 0; tried < feeds.size(); tried++) {
            Feed feed = feeds.get(current);
            ChangeBatch batch = feed.poll(nextPosition, rowsMax, nowMillis);
            if (batch != null && batch.size() > 0) {
                lastTakenFrom = nextPosition;
                nextPosition = batch.position(batch.row(batch.size() - 1)) + 1;
                lastTaken = feed;
                if (takeTurns) {
                    current = (current + 1) % feeds.size();
                }
                return new Taken(feed, batch);
            }
            current = (current + 1) % feeds.size();
        }
        return null;
    }

    /** Whether nothing will come from any feed any more. */
    public boolean ended() {
        return feeds.stream().allMatch(Feed::ended);
    }

    /** When some feed may have something, milliseconds since the epoch; at most a second from now. */
    public long nextPollMillis(long nowMillis) {
        long next = nowMillis + 1_000;
        for (Feed feed : feeds) {
            if (!feed.ended()) {
                next = Math.min(next, Math.max(nowMillis + 1, feed.nextPollMillis(nowMillis)));
            }
        }
        return next;
    }

    /** Where in the outside the change at {@code position} came from; null if unknown, as for all before the batch taken last. */
    public @Nullable String place(long position) {
        return lastTaken == null || position < lastTakenFrom ? null : lastTaken.place(position);
    }

    /** The share of the input that was read, 0 to 1, or NaN when unknown. */
    public double progress() {
        long read = 0;
        long all = 0;
        for (Feed feed : feeds) {
            long[] bytes = feed.progressBytes();
            read += bytes[0];
            all += bytes[1];
        }
        return all == 0 ? Double.NaN : (double) read / all;
    }

    /** The feeds, in order. */
    public List<Feed> feeds() {
        return feeds;
    }

    @Override
    public void close() {
        feeds.forEach(Feed::close);
    }
}
