// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

import java.util.SplittableRandom;

/** Clicks of users, each user as likely as the next: the input of the counts per user. */
public final class Clicks {
    private static final long SEED = 20_260_102;
    private static final long SINCE_MIN = 1_700_000_000;
    private static final int SINCE_DISTINCT = 86_400;

    /** How much earlier than one before it a click may have come. */
    public static final int DISORDER_MILLIS = 4_000;

    private static final long FIRST_MILLIS = 1_704_067_200_000L;
    private static final int CLICKS_PER_MILLI = 100;
    private static final int LATE_ONE_IN = 10;

    public final int count;
    /** From 0 to below the number of users. */
    public final long[] userId;

    /** How many users there are. */
    public final int users;

    private Clicks(int count, int users) {
        this.count = count;
        this.userId = new long[count];
        this.users = users;
    }

    /** Since when a user is one, some number of seconds. */
    public static long since(int user) {
        return SINCE_MIN + user % SINCE_DISTINCT;
    }

    /**
     * When a click came, milliseconds since 1970-01-01T00:00Z: a hundred a millisecond, of which one in ten is up to {@link #DISORDER_MILLIS} late.
     */
    public static long seen(int click) {
        int mixed = click * 0x9E3779B9;
        boolean isLate = (mixed >>> 16) % LATE_ONE_IN == 0;
        return FIRST_MILLIS + click / CLICKS_PER_MILLI - (isLate ? (mixed & 0xFFFF) % DISORDER_MILLIS : 0);
    }

    /** The first {@code count} clicks of the stream, of {@code users} users, that every program of the benchmark reads. */
    public static Clicks generate(int count, int users) {
        SplittableRandom random = new SplittableRandom(SEED);
        Clicks clicks = new Clicks(count, users);
        for (int i = 0; i < count; i++) {
            clicks.userId[i] = random.nextInt(users);
        }
        return clicks;
    }
}
