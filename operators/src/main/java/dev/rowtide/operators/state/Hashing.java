// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The hash of a key: 64 bits of which the topmost are the best. The top seven name the key's virtual partition, so they
 * are part of the snapshot format and never change.
 */
public final class Hashing {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long PRIME = 0xD6E8FEB86659FD93L;
    private static final long NULL = 0x5851F42D4C957F2DL;
    static final int PARTITION_SHIFT = 64 - Integer.numberOfTrailingZeros(StateWriter.PARTITIONS);

    private Hashing() {}

    /** The virtual partition of a key with the hash. */
    public static int partition(long hash) {
        return (int) (hash >>> PARTITION_SHIFT);
    }

    /** The hash of one {@code long}. */
    public static long hash(long key) {
        return (key ^ key >>> 32) * GOLDEN;
    }

    /** The hash of two. */
    public static long hash(long first, long second) {
        long hash = (first ^ first >>> 32) * PRIME ^ second;
        return (hash ^ hash >>> 32) * GOLDEN;
    }

    /** The hash of a key that is NULL. */
    public static long ofNull() {
        return NULL;
    }

    /** The hash of {@code length} bytes from {@code start} on. */
    public static long hash(byte[] data, int start, int length) {
        long hash = length * PRIME ^ GOLDEN;
        int at = start;
        int end = start + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            hash = fold(hash ^ (long) LONG.get(data, at), GOLDEN);
        }
        if (at < end) {
            hash = fold(hash ^ rest(data, start, at, end), GOLDEN);
        }
        return (hash ^ hash >>> 32) * PRIME;
    }

    /**
     * Whether two runs of {@code length} bytes are equal; for short ones faster than {@link java.util.Arrays#equals}.
     */
    static boolean equal(byte[] a, int startA, byte[] b, int startB, int length) {
        if (length < Long.BYTES) {
            return rest(a, startA, startA, startA + length) == rest(b, startB, startB, startB + length);
        }
        int last = length - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
            if ((long) LONG.get(a, startA + i) != (long) LONG.get(b, startB + i)) {
                return false;
            }
        }
        return (long) LONG.get(a, startA + last) == (long) LONG.get(b, startB + last);
    }

    /**
     * The bytes from {@code at} to {@code end}, fewer than eight, in one {@code long}; with others before them where
     * that saves steps.
     */
    private static long rest(byte[] data, int start, int at, int end) {
        if (end - start >= Long.BYTES) {
            return (long) LONG.get(data, end - Long.BYTES);
        }
        int length = end - at;
        if (length == 0) {
            return 0;
        }
        if (length >= Integer.BYTES) {
            long head = (int) INT.get(data, at) & 0xFFFF_FFFFL;
            return head << 32 | (int) INT.get(data, end - Integer.BYTES) & 0xFFFF_FFFFL;
        }
        return (data[at] & 0xFFL) << 16 | (data[at + (length >>> 1)] & 0xFFL) << 8 | data[end - 1] & 0xFFL;
    }

    private static long fold(long a, long b) {
        return Math.multiplyHigh(a, b) ^ a * b;
    }
}
