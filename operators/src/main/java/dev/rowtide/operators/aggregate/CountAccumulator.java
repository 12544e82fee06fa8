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

    /** Rows of one group in a row are summed before they go to its record: else each would wait for the one before to be stored. */
    @Override
    void apply(Steps steps, byte @Nullable [] weights, RecordTable table) {
        long[] records = table.records();
        int offset = offset(table);
        int[] at = steps.at();
        int n = steps.size();
        int group = at[0];
        long sum = 0;
        for (int i = 0; i < n; i++) {
            if (at[i] != group) {
                records[group + offset] += sum;
                group = at[i];
                sum = 0;
            }
            sum += weights == null ? 1 : weights[i];
        }
        records[group + offset] += sum;
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
        int group = at[0];
        long count = records[group + offset];
        for (int i = 0, n = steps.size(); i < n; i++) {
            if (at[i] != group) {
                records[group + offset] = count;
                group = at[i];
                count = records[group + offset];
            }
            found[i] = count;
            count += weights == null ? 1 : weights[i];
            left[i] = count;
        }
        records[group + offset] = count;
    }

    @Override
    void merge(long[] records, int at, Accumulator other, long[] others, int from) {
        records[at] += others[from];
    }

    @Override
    boolean isInvertible() {
        return true;
    }

    @Override
    void unmerge(long[] records, int at, Accumulator other, long[] others, int from) {
        records[at] -= others[from];
    }
}
