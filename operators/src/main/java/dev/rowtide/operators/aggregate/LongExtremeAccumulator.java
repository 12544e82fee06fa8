// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.state.KeyWords;
import dev.rowtide.operators.state.RecordTable;
import org.jspecify.annotations.Nullable;

/** The least or greatest of values of a word each that are never taken back. */
final class LongExtremeAccumulator extends Accumulator {

    private final int column;
    private final boolean least;
    private long[] words = {};
    private long[] buffer = {};

    LongExtremeAccumulator(int column, boolean least) {
        super(2);
        this.column = column;
        this.least = least;
    }

    @Override
    void bind(ChangeBatch batch) {
        Column values = batch.column(column);
        if (values instanceof LongColumn longs) {
            words = longs.values();
            return;
        }
        int rows = batch.rows();
        if (buffer.length < rows) {
            buffer = new long[rows];
        }
        KeyWords.load(values, null, rows, buffer);
        if (values.storage() == Storage.DOUBLE) {
            for (int i = 0; i < rows; i++) {
                buffer[i] = Extreme.ordered(buffer[i]);
            }
        }
        words = buffer;
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        long value = words[row];
        long extreme = records[at + Extreme.VALUE];
        if (records[at + Extreme.PRESENT] == 0 || (least ? value < extreme : value > extreme)) {
            records[at + Extreme.PRESENT] = 1;
            records[at + Extreme.VALUE] = value;
        }
    }

    @Override
    void trace(Steps steps, byte @Nullable [] weights, RecordTable table, WordColumns before, WordColumns after) {
        if (!steps.isSingle() || steps.signs() != null) {
            super.trace(steps, weights, table, before, after);
            return;
        }
        bind(steps.batch());
        long[] records = table.records();
        int offset = offset(table);
        int[] at = steps.at();
        int[] rows = steps.rows();
        long[] presentFound = before.column(word() + Extreme.PRESENT);
        long[] valueFound = before.column(word() + Extreme.VALUE);
        long[] presentLeft = after.column(word() + Extreme.PRESENT);
        long[] valueLeft = after.column(word() + Extreme.VALUE);
        // One order for both: the greatest of what the complement orders the other way round is the least.
        long turn = least ? -1 : 0;
        for (int i = 0, n = steps.size(); i < n; i++) {
            int address = at[i] + offset;
            long present = records[address + Extreme.PRESENT];
            long extreme = records[address + Extreme.VALUE];
            presentFound[i] = present;
            valueFound[i] = extreme;
            if (weights == null || weights[i] != 0) {
                long value = words[rows == null ? i : rows[i]];
                if (present == 0 || (value ^ turn) > (extreme ^ turn)) {
                    records[address + Extreme.PRESENT] = 1;
                    records[address + Extreme.VALUE] = value;
                    present = 1;
                    extreme = value;
                }
            }
            presentLeft[i] = present;
            valueLeft[i] = extreme;
        }
    }

    @Override
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        if (others[from + Extreme.PRESENT] == 0) {
            return;
        }
        long value = others[from + Extreme.VALUE];
        long extreme = records[at + Extreme.VALUE];
        if (records[at + Extreme.PRESENT] == 0 || (least ? value < extreme : value > extreme)) {
            records[at + Extreme.PRESENT] = 1;
            records[at + Extreme.VALUE] = value;
        }
    }
}
