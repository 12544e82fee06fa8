// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** UTF-8 text being written, kept until somebody drains it. Writes values without making objects of them. */
public final class TextBuffer {

    private static final byte[] SMALLEST_LONG = Long.toString(Long.MIN_VALUE).getBytes(UTF_8);

    private byte[] bytes = new byte[8192];
    private int size;

    /** The bytes written and not drained. */
    public int size() {
        return size;
    }

    /** Writes an ASCII character. */
    public void put(char c) {
        room(1);
        bytes[size++] = (byte) c;
    }

    /** Writes bytes as they are. */
    public void put(byte[] source) {
        put(source, 0, source.length);
    }

    /** Writes a slice of bytes as it is. */
    public void put(byte[] source, int start, int length) {
        room(length);
        System.arraycopy(source, start, bytes, size, length);
        size += length;
    }

    /** Writes a text as it is. */
    public void put(String text) {
        int length = text.length();
        room(length);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                put(text.substring(i).getBytes(UTF_8));
                return;
            }
            bytes[size++] = (byte) c;
        }
    }

    /** Writes a whole number. */
    public void put(long number) {
        if (number == Long.MIN_VALUE) {
            put(SMALLEST_LONG);
            return;
        }
        long absolute = number;
        if (number < 0) {
            put('-');
            absolute = -number;
        }
        int digits = digits(absolute);
        room(digits);
        size += digits;
        int at = size;
        do {
            long rest = absolute / 10;
            bytes[--at] = (byte) ('0' + (absolute - rest * 10));
            absolute = rest;
        } while (absolute != 0);
    }

    /** Writes a number that is not negative in exactly {@code digits} digits, with leading zeros. */
    public void putPadded(long number, int digits) {
        room(digits);
        long rest = number;
        for (int i = digits - 1; i >= 0; i--) {
            bytes[size + i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    /** Writes {@code count} blanks. */
    public void blanks(int count) {
        repeat(' ', count);
    }

    /** Writes an ASCII character {@code count} times. */
    public void repeat(char c, int count) {
        room(count);
        Arrays.fill(bytes, size, size + count, (byte) c);
        size += count;
    }

    /** The byte at an index below {@link #size()}. */
    public byte at(int index) {
        return bytes[index];
    }

    /** Hands everything to the stream and empties the buffer. */
    public void drainTo(OutputStream out) throws IOException {
        out.write(bytes, 0, size);
        size = 0;
    }

    /** The text written and not drained. */
    @Override
    public String toString() {
        return new String(bytes, 0, size, UTF_8);
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }
}
