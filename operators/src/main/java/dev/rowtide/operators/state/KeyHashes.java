// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Storage;
import org.jspecify.annotations.Nullable;

/** The hashes of keys of several columns, the same as the tables of {@link Keys} have for them. */
final class KeyHashes {

    private enum Shape {
        NONE,
        WORD,
        TWO_WORDS,
        TEXT,
        ENCODED
    }

    private final Shape shape;
    private final KeyEncoder encoder = new KeyEncoder();
    private long[] words = {};

    /** @param storages those of the key's columns */
    KeyHashes(Storage[] storages) {
        boolean fit = true;
        for (Storage storage : storages) {
            fit &= KeyWords.fit(storage);
        }
        if (storages.length == 0) {
            shape = Shape.NONE;
        } else if (fit && storages.length <= 2) {
            shape = storages.length == 1 ? Shape.WORD : Shape.TWO_WORDS;
        } else {
            shape = storages.length == 1 && storages[0] == Storage.BYTES ? Shape.TEXT : Shape.ENCODED;
        }
    }

    /**
     * Hashes the keys of many rows.
     *
     * @param key the key's columns
     * @param rows the physical rows to take, of which the first {@code n} count, or null for rows 0 to {@code n - 1}
     * @param hashes receives the hashes
     */
    void hash(Column[] key, int @Nullable [] rows, int n, long[] hashes) {
        switch (shape) {
            case NONE -> {
                for (int i = 0; i < n; i++) {
                    hashes[i] = Hashing.hash(0);
                }
            }
            case WORD -> hashWords(key[0], rows, n, hashes);
            case TWO_WORDS -> hashPairs(key[0], key[1], rows, n, hashes);
            case TEXT -> hashTexts((BytesColumn) key[0], rows, n, hashes);
            case ENCODED -> hashEncoded(key, rows, n, hashes);
        }
    }

    private static void hashWords(Column key, int @Nullable [] rows, int n, long[] hashes) {
        KeyWords.load(key, rows, n, hashes);
        for (int i = 0; i < n; i++) {
            hashes[i] = Hashing.hash(hashes[i]);
        }
        if (key.nulls() != null) {
            for (int i = 0; i < n; i++) {
                if (key.isNull(rows == null ? i : rows[i])) {
                    hashes[i] = Hashing.ofNull();
                }
            }
        }
    }

    private void hashPairs(Column first, Column second, int @Nullable [] rows, int n, long[] hashes) {
        words = words.length < n ? new long[n] : words;
        KeyWords.load(first, rows, n, hashes);
        KeyWords.load(second, rows, n, words);
        for (int i = 0; i < n; i++) {
            hashes[i] = Hashing.hash(hashes[i], words[i]);
        }
    }

    private static void hashTexts(BytesColumn key, int @Nullable [] rows, int n, long[] hashes) {
        byte[] data = key.data();
        int[] starts = key.starts();
        int[] lengths = key.lengths();
        for (int i = 0; i < n; i++) {
            int row = rows == null ? i : rows[i];
            hashes[i] = key.isNull(row) ? Hashing.ofNull() : Hashing.hash(data, starts[row], lengths[row]);
        }
    }

    private void hashEncoded(Column[] key, int @Nullable [] rows, int n, long[] hashes) {
        encoder.clear();
        for (int i = 0; i < n; i++) {
            encoder.begin();
            for (Column column : key) {
                encoder.value(column, rows == null ? i : rows[i]);
            }
            encoder.end();
        }
        for (int i = 0; i < n; i++) {
            hashes[i] = Hashing.hash(encoder.data(), encoder.starts()[i], encoder.lengths()[i]);
        }
    }
}
