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
    private static final long BACKSLASHES = LOW_BITS * '\\';
    private static final long ZEROS = LOW_BITS * '0';

    /** What a digit's value may be increased by until it reaches the high bit. */
    private static final long ABOVE_NINE = LOW_BITS * (0x7f - 9);

    /** Swaps the quote, 0x22, with the blank, 0x20, so that the quote stands next to the control characters. */
    private static final long QUOTE_TO_BLANK = LOW_BITS * ('"' ^ ' ');

    private static final long ABOVE_BLANK = LOW_BITS * (' ' + 1);

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
        long atQuoteOrControl = (word ^ QUOTE_TO_BLANK) - ABOVE_BLANK;
        long atBackslash = (word ^ BACKSLASHES) - LOW_BITS;
        return (atQuoteOrControl | atBackslash) & ~word & HIGH_BITS;
    }

    /** The high bits of the bytes that are no digits. Only the lowest bit set is exact. */
    static long nonDigits(long word) {
        long values = word ^ ZEROS;
        return (values + ABOVE_NINE | values) & HIGH_BITS;
    }

    /** The number that the first {@code count} bytes of a word write; 1 to 8, and digits. */
    static long number(long word, int count) {
        long digits = (word ^ ZEROS) << (Long.BYTES - count) * Byte.SIZE; // as if zeros stood before them
        long pairs = digits * 10 + (digits >>> 8) & 0x00ff00ff00ff00ffL;
        long fours = pairs * 100 + (pairs >>> 16) & 0x0000ffff0000ffffL;
        return fours * 10_000 + (fours >>> 32) & 0xffffffffL;
    }

    /** The index, 0 to 7, of the byte that the lowest bit set in {@code highBits} belongs to. */
    static int firstByte(long highBits) {
        return Long.numberOfTrailingZeros(highBits) >>> 3;
    }
}
