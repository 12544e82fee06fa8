// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.SortEncoder;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/** The first or last of rows that are never taken back: only that row is kept. Its words are those of {@link Extreme}. */
final class KeptRowAccumulator extends Accumulator implements Extreme.OfBytes {

    private final SortedRows rows;
    private final boolean first;
    private Arena arena = new Arena();

    KeptRowAccumulator(SortedRows rows, boolean first) {
        super(2);
        this.rows = rows;
        this.first = first;
    }

    @Override
    public byte[] data() {
        return arena.data();
    }

    @Override
    void bind(ChangeBatch batch) {
        rows.bind(batch);
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        boolean present = records[at + Extreme.PRESENT] != 0;
        if (present && rows.byArrival() && first) {
            return;
        }
        SortEncoder encoded = rows.encode(row, 0);
        long kept = records[at + Extreme.VALUE];
        if (present) {
            int comparison = rows.byArrival() ? -1 : arena.compare(kept, encoded.data(), 0, encoded.length());
            if (first ? comparison <= 0 : comparison >= 0) {
                return;
            }
            arena.release(kept);
        }
        records[at + Extreme.PRESENT] = 1;
        records[at + Extreme.VALUE] = arena.add(encoded.data(), 0, encoded.length());
    }

    @Override
    void compact(RecordTable table) {
        if (arena.isWasteful()) {
            Arena compact = new Arena();
            for (int at : table.recordsIn(0, StateWriter.PARTITIONS - 1)) {
                int word = at + offset(table) + Extreme.VALUE;
                table.records()[word] = compact.addFrom(arena, table.records()[word]);
            }
            arena = compact;
        }
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
}
