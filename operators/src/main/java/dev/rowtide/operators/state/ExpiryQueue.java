// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Knows which of many members no change has come for in a given time, without looking at those that are not due. Each member has a <em>stamp</em> that its owner sets
 * anew with each change, at no cost here; and one place here, by the stamp that it had when it was added. When that is due the member is looked at: it goes, or, with a
 * later stamp, it gets a later place. So a member is looked at once per time to live, however often it changes.
 *
 * <p>Places lie in buckets, 64 for a time to live; the oldest bucket is sorted when its time comes.
 *
 * <p>A stamp is a time, milliseconds since the epoch, in the upper bits, and the number of the change among those of that time in the lower {@value #SEQUENCE_BITS}
 * ({@link Clock}): members go in the order of their last changes.
 */
final class ExpiryQueue {

    private static final int SEQUENCE_BITS = 22;
    private static final long SEQUENCE_MAX = (1L << SEQUENCE_BITS) - 1;
    private static final int BUCKETS = 64;

    /** What the owner tells of its members. */
    interface Members {

        /** The stamp of the member, or 0 if there is no such member any more. */
        long stamp(int member);

        /** The member has no place any more; to have one again it must be added. */
        void left(int member);
    }

    /** Gives stamps. */
    static final class Clock {
        private long millis = -1;
        private long next;

        /** The stamps from now on are of this time. */
        void at(long nowMillis) {
            if (nowMillis != millis) {
                millis = nowMillis;
                next = Math.max(1, nowMillis << SEQUENCE_BITS);
            }
        }

        /** The next stamp: later than the one before, until there are too many of one time. */
        long stamp() {
            long stamp = next;
            next += (stamp & SEQUENCE_MAX) == SEQUENCE_MAX ? 0 : 1;
            return stamp;
        }

        void snapshot(StateWriter writer) {
            writer.writeLong(millis);
            writer.writeLong(next);
        }

        void restore(StateReader reader) {
            long millis = reader.readLong();
            long next = reader.readLong();
            if (millis > this.millis || millis == this.millis && next > this.next) {
                this.millis = millis;
                this.next = next;
            }
        }
    }

    private static final class Bucket {
        private int[] members = new int[8];
        private int size;

        void add(int member) {
            members = size == members.length ? Arrays.copyOf(members, size * 2) : members;
            members[size++] = member;
        }
    }

    private final long ttlMillis;
    private final long bucketMillis;
    private final Members members;
    private final TreeMap<Long, Bucket> buckets = new TreeMap<>();
    private long latestIndex = Long.MIN_VALUE;
    private Bucket latest = new Bucket();
    private long entries;

    // The oldest bucket, sorted by stamp, from its first place that is not done on.
    private long[] oldestStamps = {};
    private int[] oldest = {};
    private int oldestFrom;
    private int oldestEnd;

    private long[] expiredStamps = {};
    private int[] expired = {};
    private int expiredCount;

    ExpiryQueue(long ttlMillis, Members members) {
        this.ttlMillis = ttlMillis;
        this.bucketMillis = Math.max(1, ttlMillis / BUCKETS);
        this.members = members;
    }

    /** The time of a stamp, milliseconds since the epoch. */
    static long millis(long stamp) {
        return stamp >>> SEQUENCE_BITS;
    }

    /** Gives a member a place; it must have none. */
    void add(int member, long stamp) {
        long index = millis(stamp) / bucketMillis;
        if (index != latestIndex) {
            latest = buckets.computeIfAbsent(index, i -> new Bucket());
            latestIndex = index;
        }
        latest.add(member);
        entries++;
    }

    /** Forgets all places. */
    void clear() {
        buckets.clear();
        latestIndex = Long.MIN_VALUE;
        oldestFrom = 0;
        oldestEnd = 0;
        expiredCount = 0;
        entries = 0;
    }

    /**
     * Finds the members of which the stamp is as old as the time to live, or older, oldest first. They are found again by each call until they have got a later stamp or
     * are no members any more.
     */
    int poll(long nowMillis) {
        int again = expiredCount;
        expiredCount = 0;
        long cutoff = nowMillis - ttlMillis;
        for (int i = 0; i < again; i++) {
            look(expired[i], cutoff);
        }
        do {
            while (oldestFrom < oldestEnd && millis(oldestStamps[oldestFrom]) <= cutoff) {
                look(oldest[oldestFrom++], cutoff);
            }
        } while (oldestFrom == oldestEnd && openBucket(cutoff));
        sort(expiredStamps, expired, expiredCount);
        return expiredCount;
    }

    /** Does as {@link #poll}, and takes the places of what it finds. */
    int take(long nowMillis) {
        int count = poll(nowMillis);
        entries -= count;
        expiredCount = 0;
        return count;
    }

    /** The members that the last {@link #poll} or {@link #take} found; as many count as it said. */
    int[] expired() {
        return expired;
    }

    /** No member goes before this time, milliseconds since the epoch; {@link Long#MAX_VALUE} if there is none. */
    long nextMillis() {
        if (expiredCount > 0) {
            return 0;
        }
        if (oldestFrom < oldestEnd) {
            return millis(oldestStamps[oldestFrom]) + ttlMillis;
        }
        return buckets.isEmpty() ? Long.MAX_VALUE : buckets.firstKey() * bucketMillis + ttlMillis;
    }

    long bytes() {
        return entries * Integer.BYTES + (long) (oldest.length + expired.length) * (Integer.BYTES + Long.BYTES);
    }

    private void look(int member, long cutoff) {
        long stamp = members.stamp(member);
        entries--;
        if (stamp == 0) {
            members.left(member);
        } else if (millis(stamp) > cutoff) {
            add(member, stamp);
        } else {
            if (expiredCount == expired.length) {
                expired = Arrays.copyOf(expired, Math.max(16, expiredCount * 2));
                expiredStamps = Arrays.copyOf(expiredStamps, expired.length);
            }
            expiredStamps[expiredCount] = stamp;
            expired[expiredCount++] = member;
            entries++;
        }
    }

    /** Sorts the oldest bucket, if some of its time is over. A member that changes from now on gets a place in another one. */
    private boolean openBucket(long cutoff) {
        Map.Entry<Long, Bucket> first = buckets.firstEntry();
        if (first == null || first.getKey() * bucketMillis > cutoff) {
            return false;
        }
        buckets.pollFirstEntry();
        latestIndex = Long.MIN_VALUE;
        Bucket bucket = first.getValue();
        if (oldest.length < bucket.size || oldest.length > 4 * bucket.size + 64) {
            oldest = new int[bucket.size];
            oldestStamps = new long[bucket.size];
        }
        oldestFrom = 0;
        oldestEnd = 0;
        for (int i = 0; i < bucket.size; i++) {
            int member = bucket.members[i];
            long stamp = members.stamp(member);
            if (stamp == 0) {
                entries--;
                members.left(member);
            } else if (millis(stamp) / bucketMillis != first.getKey()) {
                entries--;
                add(member, stamp);
            } else {
                oldestStamps[oldestEnd] = stamp;
                oldest[oldestEnd++] = member;
            }
        }
        sort(oldestStamps, oldest, oldestEnd);
        return true;
    }

    /** Sorts stamps and members by stamp, and by member where stamps are equal. */
    private static void sort(long[] stamps, int[] members, int n) {
        boolean sorted = true;
        for (int i = 1; i < n && sorted; i++) {
            sorted = !isBehind(stamps, members, i - 1, i);
        }
        if (sorted) {
            return;
        }
        for (int root = n / 2 - 1; root >= 0; root--) {
            sink(stamps, members, root, n);
        }
        for (int end = n - 1; end > 0; end--) {
            swap(stamps, members, 0, end);
            sink(stamps, members, 0, end);
        }
    }

    private static void sink(long[] stamps, int[] members, int from, int n) {
        int root = from;
        for (int child = 2 * root + 1; child < n; child = 2 * root + 1) {
            if (child + 1 < n && isBehind(stamps, members, child + 1, child)) {
                child++;
            }
            if (!isBehind(stamps, members, child, root)) {
                return;
            }
            swap(stamps, members, root, child);
            root = child;
        }
    }

    private static boolean isBehind(long[] stamps, int[] members, int a, int b) {
        return stamps[a] > stamps[b] || stamps[a] == stamps[b] && members[a] > members[b];
    }

    private static void swap(long[] stamps, int[] members, int a, int b) {
        long stamp = stamps[a];
        int member = members[a];
        stamps[a] = stamps[b];
        members[a] = members[b];
        stamps[b] = stamp;
        members[b] = member;
    }
}
