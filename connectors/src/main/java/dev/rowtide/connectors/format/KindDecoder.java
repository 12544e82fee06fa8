// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.connectors.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.type.Field;
import dev.rowtide.core.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The kinds of the rows of a batch: a field of the record that says what kind of change it is, or set by a decoder that finds that out otherwise. */
final class KindDecoder extends ColumnDecoder {

    private final OpWords words;
    private byte[] kinds = {};

    KindDecoder(String name, OpWords words) {
        super(new Field(name, Type.STRING.withNullable(false)));
        this.words = words;
    }

    void set(int row, byte kind) {
        kinds[row] = kind;
    }

    byte get(int row) {
        return kinds[row];
    }

    /** By row; longer than there are rows. */
    byte[] kinds() {
        return kinds;
    }

    /** Whether the row is a delete of which only the key columns count. */
    boolean isKeyOnlyDelete(int row) {
        return words == OpWords.PUTS && kinds[row] == RowKind.MINUS_D;
    }

    @Override
    void writeText(byte[] data, int start, int end, int row) {
        byte kind = words.kind(data, start, end);
        if (kind < 0) {
            String found = new String(data, start, Math.min(end - start, 20), UTF_8);
            throw MalformedRecord.unfit("'" + found + "' is no kind of change: " + words.allowed());
        }
        kinds[row] = kind;
    }

    @Override
    void beginValues(byte[] block, int capacity) {
        kinds = new byte[capacity];
    }

    @Override
    void growValues(int capacity) {
        kinds = Arrays.copyOf(kinds, capacity);
    }

    @Override
    Column column(long @Nullable [] nulls) {
        throw new IllegalStateException("kinds are not a column");
    }
}
