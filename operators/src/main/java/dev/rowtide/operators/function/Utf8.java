// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** UTF-8 text in byte arrays: counting and finding characters, which are code points. */
public final class Utf8 {

    private static final VarHandle EIGHT =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long TOP_BITS = 0x8080808080808080L;

    private Utf8() {}

    /** Whether all bytes from {@code start} to {@code end}, excluded, are ASCII. */
    public static boolean isAscii(byte[] data, int start, int end) {
        int at = start;
        long seen = 0;
        for (; at <= end - 8; at += 8) {
            seen |= (long) EIGHT.get(data, at);
        }
        for (; at < end; at++) {
            seen |= data[at];
        }
        return (seen & TOP_BITS) == 0;
    }

    /** The number of characters: of bytes that do not continue one. */
    public static int length(byte[] data, int start, int end) {
        int count = end - start;
        int at = start;
        for (; at <= end - 8; at += 8) {
            long eight = (long) EIGHT.get(data, at);
            // A continuation byte has its top bit set and the next one clear.
            count -= Long.bitCount(eight & ~(eight << 1) & TOP_BITS);
        }
        for (; at < end; at++) {
            count -= isContinuation(data[at]) ? 1 : 0;
        }
        return count;
    }

    /** Where the character that follows {@code count} others starts, or {@code end} if there are not so many. */
    public static int skip(byte[] data, int start, int end, long count) {
        int at = start;
        for (long left = count; left > 0 && at < end; left--) {
            at = next(data, at, end);
        }
        return at;
    }

    /** Where the character after the one at {@code at} starts. */
    public static int next(byte[] data, int at, int end) {
        int next = at + 1;
        while (next < end && isContinuation(data[next])) {
            next++;
        }
        return next;
    }

    /** Where the character before {@code at} starts; {@code at} is greater than {@code start}. */
    public static int previous(byte[] data, int start, int at) {
        int previous = at - 1;
        while (previous > start && isContinuation(data[previous])) {
            previous--;
        }
        return previous;
    }

    /** Whether the byte is not the first of its character. */
    public static boolean isContinuation(byte value) {
        return (value & 0xC0) == 0x80;
    }

    /** Where {@code what} first occurs in {@code data} from {@code start} on, ending by {@code end}, or -1. */
    public static int indexOf(byte[] data, int start, int end, byte[] what, int whatStart, int whatEnd) {
        int length = whatEnd - whatStart;
        if (length == 0) {
            return start;
        }
        byte first = what[whatStart];
        int last = end - length;
        for (int at = start; at <= last; at++) {
            if (data[at] == first && matches(data, at, what, whatStart, length)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean matches(byte[] data, int at, byte[] what, int whatStart, int length) {
        for (int i = 1; i < length; i++) {
            if (data[at + i] != what[whatStart + i]) {
                return false;
            }
        }
        return true;
    }
}
