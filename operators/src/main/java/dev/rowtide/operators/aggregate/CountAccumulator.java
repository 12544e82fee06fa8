// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.operators.state.RecordTable;
import org.jspecify.annotations.Nullable;

/** The rows that count. Its word: their number. */
final class CountAccumulator extends Accumulator {

    CountAccumulator() {
        super(1);
    }

    @Override
    void bind(ChangeBatch batch) {}

    @Override
    void add(long[] records, int at, int row, int weight) {
        records[at] += weight;
    }

    @Override
    void apply(Steps steps, byte @Nullable [] weights, RecordTable table) {
        long[] records = table.records();
        int offset = offset(table);
        int[] at = steps.at();
        int n = steps.size();
        if (weights == null) {
            for (int i = 0; i < n; i++) {
                records[at[i] + offset]++;
            }
        } else {
            for (int i = 0; i < n; i++) {
                records[at[i] + offset] += weights[i];
            }
        }
    }

    @Override
    void trace(Steps steps, byte @Nullable [] weights, RecordTable table, WordColumns before, WordColumns after) {
        if (!steps.isSingle() || steps.signs() != null) {
            super.trace(steps, weights, table, before, after);
            return;
        }
        long[] records = table.records();
        int offset = offset(table);
        int[] at = steps.at();
        long[] found = before.column(word());
        long[] left = after.column(word());
        for (int i = 0, n = steps.size(); i < n; i++) {
            int address = at[i] + offset;
            long old = records[address];
            long now = old + (weights == null ? 1 : weights[i]);
            records[address] = now;
            found[i] = old;
            left[i] = now;
        }
    }
}
