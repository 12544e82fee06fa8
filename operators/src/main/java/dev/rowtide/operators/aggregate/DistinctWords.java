// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.PairBits;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;
import java.util.function.LongPredicate;

/** Values of a word each that are never taken back. */
final class DistinctWords implements DistinctTable {

    private final GroupedWords grouped;
    private final PairBits table = new PairBits();

    DistinctWords(int column) {
        grouped = new GroupedWords(column);
    }

    @Override
    public void add(Steps steps, int[] rows, int n, long[] passed) {
        grouped.load(steps, rows, n);
        table.set(grouped.groups(), grouped.words(), n, passed);
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
