// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

/** The rules of UTF-8. */
final class Utf8 {

    private Utf8() {}

    /** The index of the first byte in the range that is not part of a well-formed character; {@code end} when all are. */
    static int firstMalformed(byte[] data, int start, int end) {
        int at = start;
        while (at < end) {
            int lead = data[at];
            if (lead >= 0) {
                at++;
                while (end - at >= Long.BYTES && (ByteWords.get(data, at) & ByteWords.HIGH_BITS) == 0) {
                    at += Long.BYTES;
                }
                continue;
            }
            int length = length(lead & 0xff);
            if (length == 0 || at + length > end) {
                return at;
            }
            for (int i = 1; i < length; i++) {
                if ((data[at + i] & 0xc0) != 0x80) {
                    return at;
                }
            }
            if (!isShortestAndLegal(lead & 0xff, data[at + 1] & 0xff)) {
                return at;
            }
            at += length;
        }
        return end;
    }

    /** The number of characters (code points) in a well-formed range. */
    static int characters(byte[] data, int start, int end) {
        int characters = 0;
        for (int i = start; i < end; i++) {
            if ((data[i] & 0xc0) != 0x80) {
                characters++;
            }
        }
        return characters;
    }

    private static int length(int lead) {
        if (lead < 0xc2) {
            return 0;
        }
        if (lead < 0xe0) {
            return 2;
        }
        if (lead < 0xf0) {
            return 3;
        }
        return lead < 0xf5 ? 4 : 0;
    }

    /** Rules out overlong forms, surrogates and what lies beyond U+10FFFF. */
    private static boolean isShortestAndLegal(int lead, int second) {
        return switch (lead) {
            case 0xe0 -> second >= 0xa0;
            case 0xed -> second < 0xa0;
            case 0xf0 -> second >= 0x90;
            case 0xf4 -> second < 0x90;
            default -> true;
        };
    }
}
