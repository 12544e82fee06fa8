// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.loop;

import dev.rowtide.bench.query.Queries;

/**
 * The counts of users, and which of them have changed since the last flush.
 *
 * <p>A record has in field 1 the count plus one, in field 2 what field 1 was at the last flush, in field 3 the number of
 * the flush the record was last changed for.
 */
final class Flush {
    private static final int NOW = 1;
    private static final int BEFORE = 2;
    private static final int CHANGED_FOR = 3;
    private static final int CLICKS_PER_STEP = 2048;

    private final Records users = new Records(3);
    private final int[] changed = new int[Queries.FLUSH_ROWS];
    private final int[] slots = new int[CLICKS_PER_STEP];
    private int changedCount;
    private long flush = 1;

    /** How many users have changed. */
    int changedCount() {
        return changedCount;
    }

    long user(int change) {
        return users.values[changed[change]];
    }

    /** The changed user's count at the last flush, 0 for a new one. */
    long before(int change) {
        return users.values[changed[change] + BEFORE] - 1;
    }

    long now(int change) {
        return users.values[changed[change] + NOW] - 1;
    }

    /** Counts clicks, no more than {@link Queries#FLUSH_ROWS} of them since the last flush. */
    void count(long[] userIds, int first, int end) {
        for (int from = first; from < end; from += CLICKS_PER_STEP) {
            countStep(userIds, from, Math.min(CLICKS_PER_STEP, end - from));
        }
    }

    private void countStep(long[] userIds, int first, int count) {
        int capacity = users.capacity();
        users.reserve(count);
        if (users.capacity() != capacity) {
            changedCount = users.slotsWhere(CHANGED_FOR, flush, changed);
        }
        for (int i = 0; i < count; i++) {
            slots[i] = users.slotOf(userIds[first + i]);
        }
        long[] values = users.values;
        for (int i = 0; i < count; i++) {
            int slot = slots[i];
            if (values[slot + CHANGED_FOR] != flush) {
                values[slot + CHANGED_FOR] = flush;
                values[slot + BEFORE] = values[slot + NOW];
                changed[changedCount++] = slot;
            }
            values[slot + NOW]++;
        }
    }

    void next() {
        changedCount = 0;
        flush++;
    }
}
