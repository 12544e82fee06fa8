// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/** The least or greatest of byte strings that are never taken back. */
final class BytesExtremeAccumulator extends Accumulator implements Extreme.OfBytes {

    private final int column;
    private final boolean least;
    private Arena arena = new Arena();
    private byte[] data = {};
    private int[] starts = {};
    private int[] lengths = {};

    BytesExtremeAccumulator(int column, boolean least) {
        super(2);
        this.column = column;
        this.least = least;
    }

    @Override
    public byte[] data() {
        return arena.data();
    }

    @Override
    void bind(ChangeBatch batch) {
        BytesColumn values = batch.bytes(column);
        data = values.data();
        starts = values.starts();
        lengths = values.lengths();
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        long handle = records[at + Extreme.VALUE];
        if (records[at + Extreme.PRESENT] != 0) {
            int comparison = arena.compare(handle, data, starts[row], lengths[row]);
            if (least ? comparison <= 0 : comparison >= 0) {
                return;
            }
            arena.release(handle);
        }
        records[at + Extreme.PRESENT] = 1;
        records[at + Extreme.VALUE] = arena.add(data, starts[row], lengths[row]);
    }

    @Override
    void compact(RecordTable table) {
        if (!arena.isWasteful()) {
            return;
        }
        Arena compact = new Arena();
        long[] records = table.records();
        for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
            int word = at + offset(table) + Extreme.VALUE;
            records[word] = compact.addFrom(arena, records[word]);
        }
        arena = compact;
    }

    @Override
    void snapshot(long[] records, int at, StateWriter writer) {
        arena.write(records[at + Extreme.VALUE], writer);
    }

    @Override
    void restore(long[] records, int at, StateReader reader) {
        records[at + Extreme.VALUE] = arena.read(reader);
    }

    @Override
    long bytes() {
        return arena.bytes();
    }

    @Override
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        if (others[from + Extreme.PRESENT] == 0) {
            return;
        }
        Arena added = ((BytesExtremeAccumulator) other).arena;
        long handle = others[from + Extreme.VALUE];
        if (records[at + Extreme.PRESENT] != 0) {
            int comparison =
                    arena.compare(records[at + Extreme.VALUE], added.data(), Arena.start(handle), Arena.length(handle));
            if (least ? comparison <= 0 : comparison >= 0) {
                return;
            }
            arena.release(records[at + Extreme.VALUE]);
        }
        records[at + Extreme.PRESENT] = 1;
        records[at + Extreme.VALUE] = arena.addFrom(added, handle);
    }
}
