// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

import java.util.SplittableRandom;

/** Clicks of users, each user as likely as the next: the input of the counts per user. */
public final class Clicks {
    private static final long SEED = 20_260_102;

    public final int count;
    /** From 0 to below the number of users. */
    public final long[] userId;

    private Clicks(int count) {
        this.count = count;
        this.userId = new long[count];
    }

    /** The first {@code count} clicks of the stream, of {@code users} users, that every program of the benchmark reads. */
    public static Clicks generate(int count, int users) {
        SplittableRandom random = new SplittableRandom(SEED);
        Clicks clicks = new Clicks(count);
        for (int i = 0; i < count; i++) {
            clicks.userId[i] = random.nextInt(users);
        }
        return clicks;
    }
}
