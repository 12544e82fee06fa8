// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.PairBits;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.function.LongPredicate;

/** Values of a word each that are never taken back. */
final class DistinctWords implements DistinctTable {

    private final int column;
    private final PairBits table = new PairBits();
    private long[] groups = {};
    private long[] words = {};
    private int[] physical = {};

    DistinctWords(int column) {
        this.column = column;
    }

    @Override
    public void add(Steps steps, int[] rows, int n, long[] passed) {
        if (words.length < n) {
            int length = Math.max(n, 2 * words.length);
            groups = new long[length];
            words = new long[length];
            physical = new int[length];
        }
        long[] groupIds = steps.groupIds();
        for (int k = 0; k < n; k++) {
            groups[k] = groupIds[rows[k]];
            physical[k] = steps.row(rows[k]);
        }
        KeyWords.load(steps.batch().column(column), physical, n, words);
        table.set(groups, words, n, passed);
    }

    @Override
    public int size() {
        return table.size();
    }

    @Override
    public void removeGroups(LongPredicate which) {
        table.removeGroups(which);
    }

    @Override
    public void snapshot(LongPredicate which, StateWriter writer) {
        table.write(which, writer);
    }

    @Override
    public void restore(StateReader reader) {
        table.read(reader);
    }

    @Override
    public long bytes() {
        return table.bytes();
    }
}
