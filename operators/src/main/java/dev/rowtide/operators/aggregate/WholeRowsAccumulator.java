// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateWriter;

/** One byte string that all rows of a group make up together, how is a subclass's business. It is made anew when rows have changed. */
abstract class WholeRowsAccumulator extends RowsAccumulator {

    /** The length that {@link #make} gives when there are no rows. */
    static final int NO_ROWS = -1;

    private Arena arena = new Arena();

    /** @param retracts whether rows may be taken back */
    WholeRowsAccumulator(SortedRows rows, boolean retracts) {
        super(rows, retracts);
    }

    /** Makes the byte string of the rows under {@code root}; its length, or {@link #NO_ROWS}. */
    abstract int make(int root);

    /** What {@link #make} made, in front. */
    abstract byte[] made();

    /** Keeps a byte string beside those of the groups until {@link #compacted}. */
    final long keep(byte[] bytes, int length) {
        return arena.add(bytes, 0, length);
    }

    /** Called when the byte strings of the groups are all that is left. */
    void compacted() {}

    @Override
    public final byte[] data() {
        return arena.data();
    }

    @Override
    final void settle(long[] records, int at, int root) {
        release(records, at);
        int length = make(root);
        boolean any = length != NO_ROWS;
        records[at + Extreme.PRESENT] = any ? 1 : 0;
        records[at + Extreme.VALUE] = any ? keep(made(), length) : 0;
    }

    private void release(long[] records, int at) {
        if (records[at + Extreme.PRESENT] != 0) {
            arena.release(records[at + Extreme.VALUE]);
        }
    }

    @Override
    final void moved(long[] records, int at, int root) {}

    @Override
    final void clear(long[] records, int at) {
        release(records, at);
        super.clear(records, at);
    }

    @Override
    final void compact(RecordTable table) {
        super.compact(table);
        if (arena.isWasteful()) {
            Arena compact = new Arena();
            for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
                int word = at + offset(table) + Extreme.VALUE;
                table.records()[word] = compact.addFrom(arena, table.records()[word]);
            }
            arena = compact;
            compacted();
        }
    }

    @Override
    final long bytes() {
        return super.bytes() + arena.bytes();
    }
}
