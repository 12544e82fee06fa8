// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.files;

/**
 * Where a reader stands in a file; as text {@code offset:line}.
 *
 * @param offset the byte at which the next record starts
 * @param line the number of its line, from 1
 */
record FilePosition(long offset, long line) {

    /** The position that {@link #toString()} wrote. */
    static FilePosition parse(String text) {
        int colon = text.indexOf(':');
        return new FilePosition(Long.parseLong(text, 0, colon, 10), Long.parseLong(text, colon + 1, text.length(), 10));
    }

    @Override
    public String toString() {
        return offset + ":" + line;
    }
}
