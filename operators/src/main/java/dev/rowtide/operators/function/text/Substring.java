// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.ErrorCode;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;

/**
 * SUBSTRING by the SQL standard: the characters at the positions {@code from} to {@code from + length - 1} that the text has, where {@code from} may lie before
 * the text.
 */
final class Substring implements VectorFunction {

    /** Positions before this one are as good as this one, and differences with it stay in range. */
    private static final long FIRST_MIN = -(1L << 40);

    private final boolean binary;
    private final CallSite site;

    Substring(boolean binary, CallSite site) {
        this.binary = binary;
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        LongColumn from = (LongColumn) arguments[1];
        LongColumn length = arguments.length > 2 ? (LongColumn) arguments[2] : null;
        long[] nulls = Nulls.union(text.nulls(), from.nulls());
        nulls = length == null ? nulls : Nulls.union(nulls, length.nulls());
        byte[] data = text.data();
        int[] starts = new int[rows.bound()];
        int[] lengths = new int[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            long first = Math.max(from.values()[row], FIRST_MIN);
            long count = Long.MAX_VALUE;
            if (length != null) {
                count = length.values()[row];
                if (count < 0) {
                    long negative = count;
                    failures.fail(
                            row,
                            () -> site.error(ErrorCode.INVALID_ARGUMENT, "negative substring length: " + negative));
                    continue;
                }
                // What lies before the text is used up.
                count = first < 1 ? Math.max(0, first + count - 1) : count;
            }
            int start = text.starts()[row];
            int end = start + text.lengths()[row];
            long skipped = Math.max(0, first - 1);
            int begin = binary ? start + (int) Math.min(end - start, skipped) : Utf8.skip(data, start, end, skipped);
            starts[row] = begin;
            lengths[row] = binary ? (int) Math.min(end - begin, count) : Utf8.skip(data, begin, end, count) - begin;
        }
        return new BytesColumn(data, starts, lengths, nulls);
    }
}
