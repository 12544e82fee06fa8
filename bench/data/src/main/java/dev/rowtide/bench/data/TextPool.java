// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.data;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * All text of a set of events in one array: first a stretch of random letters, handed out in order and from the
 * start again when used up, then the entries of dictionaries.
 *
 * <p>The letters are many more than any cache holds and are read in the order of the events, as text that has just
 * arrived would be, yet their size does not grow with the number of events.
 */
final class TextPool {
    private static final int LETTERS = 32 << 20;
    private static final int DICTIONARIES = 4 << 20;
    /** As many letters as one random int yields. */
    private static final int LETTERS_PER_DRAW = 6;

    final byte[] bytes = new byte[LETTERS + DICTIONARIES];
    private int nextLetter;
    private int end = LETTERS;

    TextPool(SplittableRandom random) {
        for (int i = 0; i < LETTERS; ) {
            int draw = random.nextInt(Integer.MAX_VALUE);
            for (int j = 0; j < LETTERS_PER_DRAW && i < LETTERS; j++) {
                bytes[i++] = (byte) ('a' + draw % 26);
                draw /= 26;
            }
        }
    }

    /** Sets {@code row} to the next {@code length} letters. */
    void letters(TextColumn column, int row, int length) {
        if (nextLetter + length > LETTERS) {
            nextLetter = 0;
        }
        column.set(row, nextLetter, length);
        nextLetter += length;
    }

    TextColumn dictionary(String... entries) {
        TextColumn column = new TextColumn(bytes, entries.length);
        for (int i = 0; i < entries.length; i++) {
            byte[] entry = entries[i].getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(entry, 0, bytes, end, entry.length);
            column.set(i, end, entry.length);
            end += entry.length;
        }
        return column;
    }
}
