// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

/**
 * Some long texts of a column of stored rows, so that one that comes again is not stored again, as with the rows of a join that have one partner: by what a text looks
 * like, the handle of the one that looked so last. Short texts are copied faster than they are found. A column of which few texts come again is left alone.
 */
final class RecentTexts {

    /** Below so many rows there is little to save. */
    static final int ROWS_MIN = 1024;

    private static final int LENGTH_MIN = 128;
    private static final int SLOTS = 1 << 12;
    private static final int TRIALS = 2048;
    private static final int SHARE_OF_TRIALS = 4;

    private long[] handles = {};
    private int looked;
    private int found;

    /** The handle of a text in an arena, shared or added. */
    long add(Arena arena, byte[] data, int start, int length) {
        if (length < LENGTH_MIN) {
            return arena.add(data, start, length);
        }
        if (handles.length == 0) {
            handles = new long[SLOTS];
        }
        int slot = (int) (Hashing.sample(data, start, length) & SLOTS - 1);
        long known = handles[slot];
        looked++;
        if (known != 0 && arena.equals(known, data, start, length)) {
            found++;
            arena.share(known);
            return known;
        }
        long handle = arena.add(data, start, length);
        handles[slot] = handle;
        return handle;
    }

    /** The handle in an arena of a text of another. */
    long addFrom(Arena arena, Arena other, long handle) {
        return add(arena, other.data(), Arena.start(handle), Arena.length(handle));
    }

    /** Whether it has turned out that few texts come again. */
    boolean isUseless() {
        return looked >= TRIALS && found < looked / SHARE_OF_TRIALS;
    }

    /** Forgets all handles, of an arena that is given up. */
    void clear() {
        handles = new long[handles.length];
    }

    /** The heap occupied, bytes. */
    long bytes() {
        return (long) handles.length * Long.BYTES;
    }
}
