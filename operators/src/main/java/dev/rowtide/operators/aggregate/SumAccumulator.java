// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.RecordTable;
import org.jspecify.annotations.Nullable;

/** The sum of whole numbers that fit in a {@code long} each. Its words: the values that count, and the sum in 128 bits, upper half first. */
final class SumAccumulator extends Accumulator {

    static final int COUNT = 0;
    static final int HIGH = 1;
    static final int LOW = 2;

    private final int column;
    private long[] values = {};

    SumAccumulator(int column) {
        super(3);
        this.column = column;
    }

    @Override
    void bind(ChangeBatch batch) {
        values = batch.longs(column).values();
    }

    @Override
    void add(long[] records, int at, int row, int weight) {
        long value = values[row];
        long old = records[at + LOW];
        long low;
        if (weight > 0) {
            low = old + value;
            records[at + HIGH] += (value >> 63) + (Long.compareUnsigned(low, old) < 0 ? 1 : 0);
        } else {
            low = old - value;
            records[at + HIGH] -= (value >> 63) + (Long.compareUnsigned(old, value) < 0 ? 1 : 0);
        }
        records[at + LOW] = low;
        records[at + COUNT] += weight;
    }

    @Override
    void apply(Steps steps, byte @Nullable [] weights, RecordTable table) {
        bind(steps.batch());
        long[] records = table.records();
        int offset = offset(table);
        int[] at = steps.at();
        for (int i = 0, n = steps.size(); i < n; i++) {
            int weight = weights == null ? 1 : weights[i];
            if (weight != 0) {
                add(records, at[i] + offset, steps.row(i), weight);
            }
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
        long[] countFound = before.column(word() + COUNT);
        long[] highFound = before.column(word() + HIGH);
        long[] lowFound = before.column(word() + LOW);
        long[] countLeft = after.column(word() + COUNT);
        long[] highLeft = after.column(word() + HIGH);
        long[] lowLeft = after.column(word() + LOW);
        for (int i = 0, n = steps.size(); i < n; i++) {
            int address = at[i] + offset;
            countFound[i] = records[address + COUNT];
            highFound[i] = records[address + HIGH];
            lowFound[i] = records[address + LOW];
            if (weights == null || weights[i] != 0) {
                add(records, address, steps.row(i), 1);
            }
            countLeft[i] = records[address + COUNT];
            highLeft[i] = records[address + HIGH];
            lowLeft[i] = records[address + LOW];
        }
    }

    @Override
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        long old = records[at + LOW];
        long low = old + others[from + LOW];
        records[at + HIGH] += others[from + HIGH] + (Long.compareUnsigned(low, old) < 0 ? 1 : 0);
        records[at + LOW] = low;
        records[at + COUNT] += others[from + COUNT];
    }

    @Override
    boolean isInvertible() {
        return true;
    }

    @Override
    void unmerge(long[] records, int at, Accumulator other, long[] others, int from) {
        long old = records[at + LOW];
        long low = old - others[from + LOW];
        records[at + HIGH] -= others[from + HIGH] + (Long.compareUnsigned(old, others[from + LOW]) < 0 ? 1 : 0);
        records[at + LOW] = low;
        records[at + COUNT] -= others[from + COUNT];
    }
}
