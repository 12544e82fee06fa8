// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.util.Arrays;

/**
 * Byte strings one after the other in one growing array. A string is known by its <em>handle</em>, a {@code long} that says where it lies; 0 is the handle
 * of no string.
 *
 * <p>Bytes once written never change, so that columns may refer to {@link #data()} without copying; they keep the array that they saw, also after the
 * arena has grown into another. What is released stays where it is and is counted; the owner, who knows all handles, moves the live strings to a fresh arena
 * when {@link #isWasteful()} says so.
 */
public final class Arena {

    /** Below this many bytes of garbage nobody bothers. */
    private static final int GARBAGE_MIN = 64 * 1024;

    private byte[] data = new byte[64];
    private int used = 1;
    private long garbage;

    /** Copies a string in. */
    public long add(byte[] source, int start, int length) {
        if (used + length > data.length || used + length < 0) {
            data = Arrays.copyOf(data, Capacity.grown(data.length, (long) used + length, "the text kept as state"));
        }
        System.arraycopy(source, start, data, used, length);
        long handle = (long) used << 32 | length;
        used += length;
        return handle;
    }

    /** The array that the strings lie in at present. */
    public byte[] data() {
        return data;
    }

    /** Where the string of a handle starts in {@link #data()}. */
    public static int start(long handle) {
        return (int) (handle >>> 32);
    }

    /** The length of the string of a handle. */
    public static int length(long handle) {
        return (int) handle;
    }

    /** Gives a string up; its handle must not be used any more. */
    public void release(long handle) {
        garbage += length(handle);
    }

    /** Whether more than half of the arena is garbage, and that is much. */
    public boolean isWasteful() {
        return garbage > GARBAGE_MIN && garbage > used / 2;
    }

    /** Copies the string of a handle of another arena in. */
    public long addFrom(Arena other, long handle) {
        return handle == 0 ? 0 : add(other.data, start(handle), length(handle));
    }

    /** Reads where a string starts, so that it is near when it is asked for. */
    int touch(long handle) {
        int start = start(handle);
        return start < data.length ? data[start] : 0;
    }

    /** Whether the string equals the given bytes. */
    public boolean equals(long handle, byte[] other, int start, int length) {
        return length(handle) == length && Hashing.equal(data, start(handle), other, start, length);
    }

    /** Compares two strings byte by byte, unsigned, which for UTF-8 is the order of the code points. */
    public int compare(long a, long b) {
        return compare(a, data, start(b), length(b));
    }

    /** Compares a string with the given bytes, as {@link #compare(long, long)} does. */
    public int compare(long handle, byte[] other, int start, int length) {
        int at = start(handle);
        return Arrays.compareUnsigned(data, at, at + length(handle), other, start, start + length);
    }

    /** The heap occupied, bytes. */
    public long bytes() {
        return data.length;
    }

    /** Writes the string of a handle, which may be 0. */
    public void write(long handle, StateWriter writer) {
        writer.writeLong(handle == 0 ? -1 : length(handle));
        if (handle != 0) {
            writer.writeBytes(data, start(handle), length(handle));
        }
    }

    /** Reads what {@link #write} wrote into this arena; its handle. */
    public long read(StateReader reader) {
        long length = reader.readLong();
        if (length < 0) {
            return 0;
        }
        byte[] bytes = new byte[Math.toIntExact(length)];
        reader.readBytes(bytes, 0, bytes.length);
        return add(bytes, 0, bytes.length);
    }
}
