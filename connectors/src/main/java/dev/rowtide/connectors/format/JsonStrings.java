// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What JSON strings mean, once {@link JsonScanner} has found where they end and that their escapes are well formed. */
final class JsonStrings {

    private static final int UNICODE_ESCAPE_LENGTH = 6;

    private JsonStrings() {}

    /** The text of a string. */
    static String text(byte[] data, int start, int end, boolean escaped) {
        if (!escaped) {
            return new String(data, start, end - start, UTF_8);
        }
        byte[] out = new byte[end - start];
        return new String(out, 0, unescape(data, start, end, out), UTF_8);
    }

    /** The text of the well-formed string whose opening quote is at {@code quote}. */
    static String text(byte[] data, int quote) {
        JsonScanner scanner = new JsonScanner();
        int close = scanner.string(data, quote + 1);
        return text(data, quote + 1, close, scanner.escaped());
    }

    /**
     * Writes the characters of a string without its escapes.
     *
     * @return the number of bytes written to {@code out}, which is as long as the string or longer
     * @throws MalformedRecord if half of a surrogate pair stands alone
     */
    static int unescape(byte[] data, int start, int end, byte[] out) {
        int length = 0;
        int at = start;
        while (at < end) {
            byte b = data[at];
            if (b != '\\') {
                out[length++] = b;
                at++;
            } else if (data[at + 1] == 'u') {
                int codePoint = codePoint(data, at, end);
                length = encode(codePoint, out, length);
                at += UNICODE_ESCAPE_LENGTH * Character.charCount(codePoint);
            } else {
                out[length++] = meaning(data[at + 1]);
                at += 2;
            }
        }
        return length;
    }

    private static byte meaning(byte escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escape;
        };
    }

    /** The character that the escape at {@code at} writes, with the escape after it where they are a pair. */
    private static int codePoint(byte[] data, int at, int end) {
        char first = hex(data, at + 2);
        if (!Character.isSurrogate(first)) {
            return first;
        }
        int next = at + UNICODE_ESCAPE_LENGTH;
        if (Character.isHighSurrogate(first)
                && next + UNICODE_ESCAPE_LENGTH <= end
                && data[next] == '\\'
                && data[next + 1] == 'u'
                && Character.isLowSurrogate(hex(data, next + 2))) {
            return Character.toCodePoint(first, hex(data, next + 2));
        }
        throw MalformedRecord.syntax(String.format("the surrogate \\u%04x has no partner", (int) first), at);
    }

    private static char hex(byte[] data, int at) {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            value = (value << 4) | Character.digit(data[at + i], 16);
        }
        return (char) value;
    }

    private static int encode(int codePoint, byte[] out, int length) {
        int at = length;
        if (codePoint < 0x80) {
            out[at++] = (byte) codePoint;
        } else if (codePoint < 0x800) {
            out[at++] = (byte) (0xc0 | (codePoint >> 6));
            out[at++] = continuation(codePoint);
        } else if (codePoint < 0x10000) {
            out[at++] = (byte) (0xe0 | (codePoint >> 12));
            out[at++] = continuation(codePoint >> 6);
            out[at++] = continuation(codePoint);
        } else {
            out[at++] = (byte) (0xf0 | (codePoint >> 18));
            out[at++] = continuation(codePoint >> 12);
            out[at++] = continuation(codePoint >> 6);
            out[at++] = continuation(codePoint);
        }
        return at;
    }

    private static byte continuation(int bits) {
        return (byte) (0x80 | (bits & 0x3f));
    }
}
