// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes at a time: a byte array read as little-endian words, so that the lowest set bit belongs to the first byte. */
final class ByteWords {

    /** The high bit of each byte. */
    static final long HIGH_BITS = 0x8080808080808080L;

    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long QUOTES = LOW_BITS * '"';
    private static final long BACKSLASHES = LOW_BITS * '\\';
    private static final long BLANKS = LOW_BITS * ' ';

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private ByteWords() {}

    /** The eight bytes from {@code at}; the array must reach that far. */
    static long get(byte[] data, int at) {
        return (long) WORDS.get(data, at);
    }

    /**
     * The high bits of the bytes that end a run of plain characters in a JSON string: a quote, a backslash, a control character. Only the lowest bit
     * set is exact; those above it may be carries.
     */
    static long stringStops(long word) {
        long quotes = word ^ QUOTES;
        long backslashes = word ^ BACKSLASHES;
        long atQuote = (quotes - LOW_BITS) & ~quotes;
        long atBackslash = (backslashes - LOW_BITS) & ~backslashes;
        long belowBlank = (word - BLANKS) & ~word;
        return (atQuote | atBackslash | belowBlank) & HIGH_BITS;
    }

    /** The index, 0 to 7, of the byte that the lowest bit set in {@code highBits} belongs to. */
    static int firstByte(long highBits) {
        return Long.numberOfTrailingZeros(highBits) >>> 3;
    }
}
