// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

import java.nio.charset.StandardCharsets;

/**
 * A column of text: row {@code i} is the {@code length[i]} bytes of ASCII from {@code bytes[offset[i]]}. All columns
 * of one {@link Events} share the same bytes. The arrays are open because a measured loop reads nothing else; nobody
 * writes to them.
 */
public final class TextColumn {
    public final byte[] bytes;
    public final int[] offset;
    public final int[] length;

    TextColumn(byte[] bytes, int rows) {
        this.bytes = bytes;
        this.offset = new int[rows];
        this.length = new int[rows];
    }

    public String get(int row) {
        return new String(bytes, offset[row], length[row], StandardCharsets.US_ASCII);
    }

    void set(int row, int from, int size) {
        offset[row] = from;
        length[row] = size;
    }

    /** Makes {@code row} the same text as row {@code entry} of {@code dictionary}. */
    void set(int row, TextColumn dictionary, int entry) {
        set(row, dictionary.offset[entry], dictionary.length[entry]);
    }
}
