// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Clicks;
import org.jspecify.annotations.Nullable;

/** How many users have so many clicks; each click's changes delivered. */
final class CountOfCountsEveryChange implements Loop {
    /** Each click moves a user from one group to another, two changes each at most. */
    private static final int CLICKS_PER_BATCH = Output.CAPACITY / 4;

    private final Clicks clicks;

    CountOfCountsEveryChange(Clicks clicks) {
        this.clicks = clicks;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        Records users = new Records(1);
        Records groups = new Records(1);
        long[] before = new long[CLICKS_PER_BATCH];
        for (int first = 0; first < clicks.count; first += CLICKS_PER_BATCH) {
            int count = Math.min(CLICKS_PER_BATCH, clicks.count - first);
            CountEveryChange.count(users, clicks.userId, first, count, before);
            for (int i = 0; i < count; i++) {
                if (before[i] > 0) {
                    add(groups, before[i], -1, output);
                }
                add(groups, before[i] + 1, 1, output);
            }
            output.deliver();
        }
    }

    /** A group's record has its number of users plus one in field 1. */
    private static void add(Records groups, long group, int difference, Output output) {
        int slot = groups.slotOf(group) + 1;
        long users = groups.values[slot] - 1;
        groups.values[slot] += difference;
        Change.emit(group, users, users + difference, output);
    }
}
