// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** UTF-8 text in byte arrays: counting and finding characters, which are code points. */
public final class Utf8 {

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long TOP_BITS = 0x8080808080808080L;
    private static final long LOW_BITS = 0x0101010101010101L;

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

    /**
     * Copies ASCII text in upper case, or in lower case.
     *
     * @param target takes the bytes from {@code to} on
     */
    public static void copyInCase(byte[] data, int start, int end, boolean upper, byte[] target, int to) {
        int first = upper ? 'a' : 'A';
        int at = start;
        // Eight letters at a time: of a byte between first and first + 25 the sums differ in their top bits, and there
        // bit 5 is flipped.
        long toFirst = (0x80 - first) * LOW_BITS;
        long toAfterLast = (0x80 - first - 26) * LOW_BITS;
        for (; at <= end - 8; at += 8) {
            long eight = (long) EIGHT.get(data, at);
            long letters = ((eight + toFirst) ^ (eight + toAfterLast)) & TOP_BITS;
            EIGHT.set(target, to + at - start, eight ^ (letters >>> 2));
        }
        for (; at < end; at++) {
            int place = data[at] - first;
            target[to + at - start] = (byte) (place >= 0 && place < 26 ? data[at] ^ 0x20 : data[at]);
        }
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

    /** The bytes of the first {@code units} UTF-16 units of a text; half a pair is none of its character's bytes. */
    public static int bytes(String text, int units) {
        int bytes = 0;
        for (int i = 0; i < units; i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes++;
            } else if (unit < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(unit)) {
                bytes += 3;
            } else if (Character.isLowSurrogate(unit)) {
                bytes += 4;
            }
        }
        return bytes;
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
        int last = end - length;
        int at = start;
        // Eight places at a time: those where the first and the last byte of what is sought both fit leave a zero byte.
        long firstBytes = (what[whatStart] & 0xFF) * LOW_BITS;
        long lastBytes = (what[whatEnd - 1] & 0xFF) * LOW_BITS;
        for (; at <= last - 7; at += 8) {
            long misfit =
                    ((long) EIGHT.get(data, at) ^ firstBytes) | ((long) EIGHT.get(data, at + length - 1) ^ lastBytes);
            for (long fits = (misfit - LOW_BITS) & ~misfit & TOP_BITS; fits != 0; fits &= fits - 1) {
                int place = at + (Long.numberOfTrailingZeros(fits) >>> 3);
                if (matches(data, place, what, whatStart, length)) {
                    return place;
                }
            }
        }
        for (; at <= last; at++) {
            if (matches(data, at, what, whatStart, length)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean matches(byte[] data, int at, byte[] what, int whatStart, int length) {
        for (int i = 0; i < length; i++) {
            if (data[at + i] != what[whatStart + i]) {
                return false;
            }
        }
        return true;
    }
}
