// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.flink;

import java.util.Arrays;

/** Lines of text by number, each handed out as an array of its own, as a message of a broker would be. */
final class Lines {
    private final byte[] bytes;
    /** Where each line begins, and one more: where the next would. */
    private final int[] begin;

    /** @param bytes lines, each ended by a newline */
    Lines(byte[] bytes) {
        this.bytes = bytes;
        int[] found = new int[1 << 16];
        int count = 1;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                }
                found[count++] = i + 1;
            }
        }
        begin = Arrays.copyOf(found, count);
    }

    int count() {
        return begin.length - 1;
    }

    byte[] get(int line) {
        return Arrays.copyOfRange(bytes, begin[line], begin[line + 1] - 1);
    }
}
