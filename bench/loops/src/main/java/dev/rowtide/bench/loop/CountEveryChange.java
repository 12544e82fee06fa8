// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.child.TableDigest;
import dev.rowtide.bench.data.Clicks;
import org.jspecify.annotations.Nullable;

/** Clicks per user, each click's change delivered. */
final class CountEveryChange implements Loop {
    /** Each click gives two changes at most. */
    private static final int CLICKS_PER_BATCH = Output.CAPACITY / 2;

    private final Clicks clicks;

    CountEveryChange(Clicks clicks) {
        this.clicks = clicks;
    }

    @Override
    public Output newOutput(@Nullable TableDigest digest) {
        return new Output(digest, new Output.Numbers(), new Output.Numbers());
    }

    @Override
    public void run(Output output) {
        Records users = new Records(1);
        long[] before = new long[CLICKS_PER_BATCH];
        for (int first = 0; first < clicks.count; first += CLICKS_PER_BATCH) {
            int count = Math.min(CLICKS_PER_BATCH, clicks.count - first);
            count(users, clicks.userId, first, count, before);
            emit(clicks.userId, first, count, before, output);
            output.deliver();
        }
    }

    /**
     * Counts some clicks and notes each user's count before. Nothing else is done here, so that the processor can have
     * many cache misses under way at once. A record has its count plus one in field 1.
     */
    static void count(Records users, long[] userIds, int first, int count, long[] before) {
        users.reserve(count);
        long[] values = users.values;
        for (int i = 0; i < count; i++) {
            before[i] = values[users.slotOf(userIds[first + i]) + 1]++ - 1;
        }
    }

    private static void emit(long[] userIds, int first, int count, long[] before, Output output) {
        byte[] kinds = output.kinds;
        long[] users = output.numbers(0).values;
        long[] counts = output.numbers(1).values;
        int row = 0;
        for (int i = 0; i < count; i++) {
            long user = userIds[first + i];
            if (before[i] == 0) {
                kinds[row] = Output.INSERT;
            } else {
                kinds[row] = Output.UPDATE_BEFORE;
                users[row] = user;
                counts[row] = before[i];
                row++;
                kinds[row] = Output.UPDATE_AFTER;
            }
            users[row] = user;
            counts[row] = before[i] + 1;
            row++;
        }
        output.rows = row;
    }
}
