// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Byte strings, known by <em>address</em>, one behind the other in segments that never move, so that more of them cost no copy of those there are. Bytes once written never
 * change: columns refer to them without copying, whatever becomes of the strings.
 *
 * <p>A segment whose strings have all been released is given up. Where many are released here and there, the owner, who knows all addresses, moves what is left in
 * {@linkplain #isSparse sparse} segments to others. Strings in <em>shared</em> segments have any number of owners and stay.
 *
 * <p>Where strings are never released they may be <em>lent</em>: others refer to them, by an address of their own, in place of copying them. Segments of others are
 * <em>borrowed</em>; they take no room here.
 */
final class StoredText {

    /** The address of the empty string. */
    static final long EMPTY = 0;

    /** What {@link #addShared} gives where there is no room. */
    static final long NO_ROOM = -1;

    static final int SEGMENT_BITS = 20;
    private static final int SEGMENT_BYTES = 1 << SEGMENT_BITS;
    private static final int SEGMENT_BYTES_MIN = 64;

    /** A segment grows up to here, by being copied; where it is full then, or was opened as a longer one, another is opened. */
    private static final int GROWN_BYTES_MAX = SEGMENT_BYTES / 16;

    /** Longer strings have segments of their own, so that the others have little room left at their ends. */
    private static final int LONG_STRING = SEGMENT_BYTES / 16;

    /** A segment is this part of all text, so that little is empty of the last one. */
    private static final int SEGMENTS_MIN = 32;

    /** Below this many bytes of garbage nobody bothers. */
    private static final long GARBAGE_MIN = 64 * 1024;

    /** No segment: that of the empty string has no room. */
    private static final int NONE = 0;

    private byte[][] segments = {new byte[0]};

    /** In place of the live bytes of a segment that is shared or borrowed. */
    private static final int SHARED = -1;

    // By segment: the bytes written to it, and of those the ones not released.
    private int[] used = {0};
    private int[] live = {SHARED};

    private int count = 1;
    private int[] free = {};
    private int freeCount;
    private int current = NONE;

    /** What is lent, if strings are. */
    private @Nullable LentArrays lent;

    /** The borrowed segments by their arrays' identity, open addressing; 0 for an empty slot. */
    private int[] borrowed = {};

    private int borrowedCount;

    private long usedBytes;
    private long liveBytes;
    private long allocated;

    /** Copies a string in; its address. */
    long add(byte[] source, int start, int length) {
        if (length == 0) {
            return EMPTY;
        }
        int segment = current;
        if (used[segment] + length > segments[segment].length) {
            segment = withRoom(length);
        }
        live[segment] += length;
        usedBytes += length;
        liveBytes += length;
        return append(segment, source, start, length);
    }

    /** Copies a string to a shared segment; its address, or {@link #NO_ROOM}. */
    long addShared(int segment, byte[] source, int start, int length) {
        if (length > SEGMENT_BYTES - used[segment]) {
            return NO_ROOM;
        }
        growTo(segment, used[segment] + length);
        return append(segment, source, start, length);
    }

    private long append(int segment, byte[] source, int start, int length) {
        int at = used[segment];
        System.arraycopy(source, start, segments[segment], at, length);
        used[segment] = at + length;
        return (long) segment << SEGMENT_BITS | at;
    }

    /** A segment with room for a string more; the current one if that is short. */
    private int withRoom(int length) {
        if (length > LONG_STRING) {
            int own = open(length);
            lend(own);
            return own;
        }
        if (current == NONE || used[current] + length > GROWN_BYTES_MAX) {
            close();
            long size = Math.min(liveBytes / SEGMENTS_MIN, SEGMENT_BYTES);
            boolean grows = size < GROWN_BYTES_MAX;
            current = open(grows ? Math.max(length, SEGMENT_BYTES_MIN) : Integer.highestOneBit((int) size));
            if (!grows) {
                lend(current);
            }
        }
        growTo(current, used[current] + length);
        return current;
    }

    private void growTo(int segment, int needed) {
        byte[] data = segments[segment];
        if (needed > data.length) {
            int more = Math.max(data.length / 4, SEGMENT_BYTES_MIN);
            int size = Math.min(SEGMENT_BYTES, Math.max(needed, data.length + more));
            segments[segment] = Arrays.copyOf(data, size);
            allocated += size - data.length;
        }
    }

    /** A new segment for shared strings. */
    int openShared() {
        int segment = open(SEGMENT_BYTES_MIN);
        live[segment] = SHARED;
        return segment;
    }

    private int open(int size) {
        int segment = enter(new byte[size], 0);
        allocated += size;
        return segment;
    }

    private int enter(byte[] data, int liveHere) {
        int segment = freeCount > 0 ? free[--freeCount] : count++;
        if (segment == segments.length) {
            segments = Arrays.copyOf(segments, 2 * segment);
            used = Arrays.copyOf(used, 2 * segment);
            live = Arrays.copyOf(live, 2 * segment);
        }
        segments[segment] = data;
        used[segment] = 0;
        live[segment] = liveHere;
        return segment;
    }

    /** Strings are never released from now on, so that others may refer to them. To be called before there are strings. */
    void lend() {
        lent = new LentArrays();
    }

    /** Which arrays are {@linkplain #lend lent}, if any is. */
    @Nullable
    LentArrays lent() {
        return lent;
    }

    private void lend(int segment) {
        if (lent != null) {
            lent.add(segments[segment]);
        }
    }

    /**
     * The address of a string of others that is not copied, or {@link #NO_ROOM} if it is not lasting.
     *
     * @param arrays which arrays are lasting
     */
    long borrow(BytesColumn.LastingArrays arrays, byte[] array, int start) {
        if (borrowed.length < 2 * (borrowedCount + 1)) {
            growBorrowed();
        }
        int slot = borrowedSlot(array);
        if (borrowed[slot] == 0) {
            if (!arrays.isLasting(array)) {
                return NO_ROOM;
            }
            borrowed[slot] = enter(array, SHARED);
            borrowedCount++;
            lend(borrowed[slot]);
        }
        return (long) borrowed[slot] << SEGMENT_BITS | start;
    }

    private int borrowedSlot(byte[] array) {
        int mask = borrowed.length - 1;
        int slot = System.identityHashCode(array) & mask;
        while (borrowed[slot] != 0 && segments[borrowed[slot]] != array) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void growBorrowed() {
        int[] old = borrowed;
        borrowed = new int[Math.max(16, 2 * old.length)];
        for (int segment : old) {
            if (segment != 0) {
                borrowed[borrowedSlot(segments[segment])] = segment;
            }
        }
    }

    /** The array that the string of an address lies in. */
    byte[] data(long address) {
        return segments[segment(address)];
    }

    /** Where the string of an address starts in its array. */
    static int start(long address) {
        return (int) address & SEGMENT_BYTES - 1;
    }

    /** The segment of an address: strings of one segment lie in one array. */
    static int segment(long address) {
        return (int) (address >>> SEGMENT_BITS);
    }

    /** Gives a string up; it must not be asked for any more. */
    void release(long address, int length) {
        int segment = segment(address);
        if (live[segment] < 0 || length == 0) {
            return;
        }
        live[segment] -= length;
        liveBytes -= length;
        if (live[segment] == 0 && segment != current) {
            giveUp(segment);
        }
    }

    private void giveUp(int segment) {
        usedBytes -= used[segment];
        allocated -= segments[segment].length;
        segments[segment] = segments[NONE];
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, Math.max(4, 2 * freeCount));
        }
        free[freeCount++] = segment;
    }

    /** Whether so much is garbage that it pays off to move what is not. */
    boolean isWasteful() {
        long garbage = usedBytes - liveBytes;
        return garbage > GARBAGE_MIN && garbage * 5 > usedBytes * 2;
    }

    /** To be called before strings are moved: they move to fresh segments. */
    void close() {
        int segment = current;
        current = NONE;
        if (segment != NONE && lent != null && !lent.isLasting(segments[segment])) {
            lent.add(segments[segment]);
        }
        if (segment != NONE && live[segment] == 0) {
            giveUp(segment);
        }
    }

    /** Whether so much of the segment of an address is garbage that its strings are to be moved. */
    boolean isSparse(long address) {
        int segment = segment(address);
        return live[segment] >= 0 && (used[segment] - live[segment]) * 4L > used[segment];
    }

    /** Moves a string; its new address. */
    long move(long address, int length) {
        long moved = add(data(address), start(address), length);
        release(address, length);
        return moved;
    }

    /** The heap occupied, bytes. */
    long bytes() {
        return allocated + (long) borrowed.length * Integer.BYTES;
    }
}
