// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine;

import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Scan;
import dev.rowtide.engine.runner.Feed;
import dev.rowtide.sql.validate.EventTimeSettings;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Which sources of a job hold its event time up for nothing: those that have ended, while others go on, and those that have sent no rows for as long as is allowed. A silent
 * source is taken to be as far as the slowest of those that are not.
 */
final class SilentSources {

    /** Sends word of how far the event time of a source has come. */
    @FunctionalInterface
    interface Raise {
        void accept(Feed feed, long watermark);
    }

    private final List<Feed> feeds;
    private final long[] timeoutMillis;
    private final long[] lastRowMillis;
    private final boolean[] ended;
    private final ToLongFunction<Feed> watermarks;

    /**
     * @param watermarks tells how far a source's event time has come
     * @param defaultTimeoutMillis that of tables without their own
     */
    SilentSources(List<Feed> feeds, ToLongFunction<Feed> watermarks, long defaultTimeoutMillis, long nowMillis) {
        this.feeds = feeds;
        this.watermarks = watermarks;
        timeoutMillis = feeds.stream()
                .mapToLong(feed -> timeoutMillis(feed, defaultTimeoutMillis))
                .toArray();
        lastRowMillis = new long[feeds.size()];
        Arrays.fill(lastRowMillis, nowMillis);
        ended = new boolean[feeds.size()];
    }

    private static long timeoutMillis(Feed feed, long otherwise) {
        String option = feed.leaf() instanceof Scan scan
                ? scan.table().options().get(EventTimeSettings.IDLE_TIMEOUT.name())
                : null;
        return option == null ? otherwise : EventTimeSettings.IDLE_TIMEOUT.parse(option);
    }

    /** A source has sent rows. */
    void hasSent(Feed feed, long nowMillis) {
        lastRowMillis[feeds.indexOf(feed)] = nowMillis;
    }

    /** Sends word of the sources that have ended since the last time; {@code except} has rows that are not taken in yet. */
    void raiseEnded(Feed except, Raise raise) {
        for (int i = 0; i < ended.length; i++) {
            Feed feed = feeds.get(i);
            if (!ended[i] && feed != except && feed.ended()) {
                ended[i] = true;
                raise.accept(feed, Watermarks.MAX);
            }
        }
    }

    /** Sends word of the sources that are silent; whether there was anything to say. */
    boolean raiseIdle(long nowMillis, Raise raise) {
        long slowest = Long.MAX_VALUE;
        boolean anyIdle = false;
        boolean anyActive = false;
        for (int i = 0; i < ended.length; i++) {
            if (isIdle(i, nowMillis)) {
                anyIdle = true;
            } else if (!ended[i]) {
                anyActive = true;
                slowest = Math.min(slowest, watermarks.applyAsLong(feeds.get(i)));
            }
        }
        boolean raised = false;
        for (int i = 0; anyIdle && anyActive && i < ended.length; i++) {
            if (isIdle(i, nowMillis) && watermarks.applyAsLong(feeds.get(i)) < slowest) {
                raise.accept(feeds.get(i), slowest);
                raised = true;
            }
        }
        return raised;
    }

    private boolean isIdle(int feed, long nowMillis) {
        return !ended[feed] && timeoutMillis[feed] > 0 && nowMillis - lastRowMillis[feed] >= timeoutMillis[feed];
    }
}
