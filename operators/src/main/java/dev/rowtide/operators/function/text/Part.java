// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;

/** LEFT or RIGHT: the first or the last characters; none for a negative number. */
final class Part implements VectorFunction {

    private final boolean last;

    Part(boolean last) {
        this.last = last;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        LongColumn count = (LongColumn) arguments[1];
        long[] nulls = Nulls.union(text.nulls(), count.nulls());
        byte[] data = text.data();
        int[] starts = new int[rows.bound()];
        int[] lengths = new int[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int start = text.starts()[row];
            int end = start + text.lengths()[row];
            long wanted = count.values()[row];
            int from = start;
            int to = end;
            if (last) {
                from = end;
                for (long k = 0; k < wanted && from > start; k++) {
                    from = Utf8.previous(data, start, from);
                }
            } else {
                to = Utf8.skip(data, start, end, wanted);
            }
            starts[row] = from;
            lengths[row] = to - from;
        }
        return new BytesColumn(data, starts, lengths, nulls);
    }
}
