// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Clicks;
import dev.rowtide.bench.query.Queries;
import org.jspecify.annotations.Nullable;

/** How many users have so many clicks; the net change delivered once in so many clicks. */
final class CountOfCountsPerFlush implements Loop {
    private final Clicks clicks;

    CountOfCountsPerFlush(Clicks clicks) {
        this.clicks = clicks;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        Flush flush = new Flush();
        Groups groups = new Groups();
        for (int first = 0; first < clicks.count; first += Queries.FLUSH_ROWS) {
            flush.count(clicks.userId, first, Math.min(clicks.count, first + Queries.FLUSH_ROWS));
            for (int change = 0; change < flush.changedCount(); change++) {
                if (flush.before(change) > 0) {
                    groups.add(flush.before(change), -1);
                }
                groups.add(flush.now(change), 1);
            }
            groups.emit(output);
            flush.next();
        }
    }

    /** The number of users plus one is in field 1 of a record, what it was at the last flush in field 2. */
    private static final class Groups {
        private static final int NOW = 1;
        private static final int BEFORE = 2;
        private static final int CHANGED_FOR = 3;

        private final Records groups = new Records(3);
        /** By key, since a record may move when another is made. */
        private final long[] changed = new long[2 * Queries.FLUSH_ROWS];

        private int changedCount;
        private long flush = 1;

        void add(long group, int difference) {
            int slot = groups.slotOf(group);
            long[] values = groups.values;
            if (values[slot + CHANGED_FOR] != flush) {
                values[slot + CHANGED_FOR] = flush;
                values[slot + BEFORE] = values[slot + NOW];
                changed[changedCount++] = group;
            }
            values[slot + NOW] += difference;
        }

        void emit(Output output) {
            for (int i = 0; i < changedCount; i++) {
                if (output.rows + 2 > Output.CAPACITY) {
                    output.deliver();
                }
                int slot = groups.slotOf(changed[i]);
                long before = groups.values[slot + BEFORE] - 1;
                long now = groups.values[slot + NOW] - 1;
                if (before != now) {
                    Change.emit(changed[i], before, now, output);
                }
            }
            changedCount = 0;
            flush++;
        }
    }
}
