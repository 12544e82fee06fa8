// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.Arena;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.StateReader;
import dev.rowtide.operators.state.StateWriter;

/** One byte string of each group that is never taken back, but may make room for another. Its words are those of {@link Extreme}. */
abstract class KeptBytesAccumulator extends Accumulator implements Extreme.OfBytes {

    private Arena arena = new Arena();

    KeptBytesAccumulator() {
        super(2);
    }

    /** How what a group keeps compares to other bytes; it keeps something. */
    final int compare(long[] records, int at, byte[] bytes, int start, int length) {
        return arena.compare(records[at + Extreme.VALUE], bytes, start, length);
    }

    /** Keeps these bytes in the place of others, if any. */
    final void keep(long[] records, int at, byte[] bytes, int start, int length) {
        if (records[at + Extreme.PRESENT] != 0) {
            arena.release(records[at + Extreme.VALUE]);
        }
        records[at + Extreme.PRESENT] = 1;
        records[at + Extreme.VALUE] = arena.add(bytes, start, length);
    }

    @Override
    public final byte[] data() {
        return arena.data();
    }

    @Override
    final void compact(RecordTable table) {
        if (arena.isWasteful()) {
            arena = Extreme.compacted(arena, table, offset(table));
        }
    }

    @Override
    final void snapshot(long[] records, int at, StateWriter writer) {
        arena.write(records[at + Extreme.VALUE], writer);
    }

    @Override
    final void restore(long[] records, int at, StateReader reader) {
        records[at + Extreme.VALUE] = arena.read(reader);
    }

    @Override
    final long bytes() {
        return arena.bytes();
    }
}
