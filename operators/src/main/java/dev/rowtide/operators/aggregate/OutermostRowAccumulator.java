// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

/** The first or last of rows that may be taken back. */
final class OutermostRowAccumulator extends RowsAccumulator {

    private final boolean first;

    OutermostRowAccumulator(SortedRows rows, boolean first) {
        super(rows, true);
        this.first = first;
    }

    @Override
    public byte[] data() {
        return multisets().data();
    }

    @Override
    void settle(long[] records, int at, int root) {
        int node = first ? multisets().least(root) : multisets().greatest(root);
        records[at + Extreme.PRESENT] = node == 0 ? 0 : 1;
        records[at + Extreme.VALUE] = node == 0 ? 0 : multisets().value(node);
    }

    @Override
    void moved(long[] records, int at, int root) {
        settle(records, at, root);
    }
}
