// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.topn;

import dev.rowtide.core.batch.ChangeBatch;
import java.util.Arrays;

/**
 * A batch in three parts: in the middle, rows that are each alone at their position, as far as is known. The last position may go on in the next batch, so it is none
 * of them, nor is one that was begun before.
 *
 * @param before rows before those
 * @param rows rows alone at their positions
 * @param behind rows behind those
 */
record LonePositions(ChangeBatch before, ChangeBatch rows, ChangeBatch behind) {

    /** @param openPosition the position that the last batch ended with */
    static LonePositions of(ChangeBatch batch, long openPosition) {
        int size = batch.size();
        int from = 0;
        while (from < size && batch.position(batch.row(from)) == openPosition) {
            from++;
        }
        int to = from + lone(batch, from);
        return new LonePositions(part(batch, 0, from), part(batch, from, to), part(batch, to, size));
    }

    /** How many rows from one on are alone at their positions, the last row left out. */
    private static int lone(ChangeBatch batch, int from) {
        int last = Math.max(from, batch.size() - 1);
        if (batch.positions() == null) {
            return last - from;
        }
        for (int i = from; i < last; i++) {
            if (batch.position(batch.row(i)) == batch.position(batch.row(i + 1))) {
                return i - from;
            }
        }
        return last - from;
    }

    private static ChangeBatch part(ChangeBatch batch, int from, int to) {
        int[] rows = batch.selection();
        if (rows != null) {
            return batch.withSelection(Arrays.copyOfRange(rows, from, to), to - from);
        }
        int[] part = new int[to - from];
        Arrays.setAll(part, i -> from + i);
        return batch.withSelection(part, part.length);
    }
}
