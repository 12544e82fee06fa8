// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/**
 * Byte strings that come again and again, each kept once in an arena and known by a <em>code</em>, from 1. An entry lives as long as it is used; one without users is
 * used again if its string comes back before the arena is compacted.
 */
final class TextDictionary {

    /** So many entries are kept, however seldom each is used. */
    static final int ENTRIES_MIN = 1 << 16;

    private static final int USES_MIN = 4;
    private static final int LENGTH_MAX = 256;

    private final int entriesMin;
    private long[] handles = new long[16];
    private int[] users = new int[16];
    private int end = 1;
    private int entries;
    private int[] free = new int[16];
    private int freeCount;

    /** Codes by hash, open addressing; 0 for none. */
    private int[] slots = new int[32];

    /** @param entriesMin how many entries pay off, however seldom each is used */
    TextDictionary(int entriesMin) {
        this.entriesMin = entriesMin;
    }

    /** Whether one more string should be kept here: whether those that there are, are short and are used several times each. */
    boolean isWorthwhile(int length, int rows) {
        return length <= LENGTH_MAX && (entries < entriesMin || entries <= rows / USES_MIN);
    }

    /** The code of a string, which has one user more now. */
    int add(Arena arena, byte[] data, int start, int length) {
        int mask = slots.length - 1;
        int slot = home(Hashing.hash(data, start, length));
        for (int code; (code = slots[slot]) != 0; slot = slot + 1 & mask) {
            if (arena.equals(handles[code], data, start, length)) {
                if (users[code]++ == 0) {
                    arena.reclaim(handles[code]);
                }
                return code;
            }
        }
        int code = allocate();
        handles[code] = arena.add(data, start, length);
        users[code] = 1;
        slots[slot] = code;
        entries++;
        if (entries * 2 > slots.length) {
            rehash(arena, slots.length * 2);
        }
        return code;
    }

    private int allocate() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (end == handles.length) {
            handles = Arrays.copyOf(handles, end * 2);
            users = Arrays.copyOf(users, end * 2);
        }
        return end++;
    }

    private int home(long hash) {
        return (int) (hash >>> Integer.numberOfLeadingZeros(slots.length) + 1 + Integer.SIZE);
    }

    /** Where the string of a code lies. */
    long handle(int code) {
        return handles[code];
    }

    /** The string of a code has one user less. */
    void release(Arena arena, int code) {
        if (--users[code] == 0) {
            arena.release(handles[code]);
        }
    }

    /** The handle of a copy for one user of a code, who does not use the code any more; the last one gets the entry's own. */
    long giveAway(Arena arena, int code) {
        return --users[code] == 0 ? handles[code] : arena.addFrom(arena, handles[code]);
    }

    /** Moves the strings in use to another arena and forgets all others. */
    void move(Arena from, Arena to) {
        for (int code = 1; code < end; code++) {
            if (users[code] > 0) {
                handles[code] = to.addFrom(from, handles[code]);
            } else if (handles[code] != 0) {
                handles[code] = 0;
                entries--;
                if (freeCount == free.length) {
                    free = Arrays.copyOf(free, freeCount * 2);
                }
                free[freeCount++] = code;
            }
        }
        rehash(to, slots.length);
    }

    private void rehash(Arena arena, int size) {
        slots = new int[size];
        for (int code = 1; code < end; code++) {
            long handle = handles[code];
            if (handle != 0) {
                int slot = home(Hashing.hash(arena.data(), Arena.start(handle), Arena.length(handle)));
                while (slots[slot] != 0) {
                    slot = slot + 1 & size - 1;
                }
                slots[slot] = code;
            }
        }
    }

    /** The heap occupied besides the arena, bytes. */
    long bytes() {
        return (long) handles.length * (Long.BYTES + Integer.BYTES) + (long) slots.length * Integer.BYTES;
    }
}
