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
 * SPLIT_PART(text, separator, n): the n-th of the parts between separators, empty if there are not so many; a negative n counts from the end. An empty separator
 * leaves the text whole.
 */
final class SplitPart implements VectorFunction {

    private final CallSite site;

    SplitPart(CallSite site) {
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn separator = (BytesColumn) arguments[1];
        LongColumn number = (LongColumn) arguments[2];
        long[] nulls = Nulls.union(Nulls.union(text.nulls(), separator.nulls()), number.nulls());
        byte[] data = text.data();
        byte[] cut = separator.data();
        int[] starts = new int[rows.bound()];
        int[] lengths = new int[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int start = text.starts()[row];
            int end = start + text.lengths()[row];
            int cutStart = separator.starts()[row];
            int cutEnd = cutStart + separator.lengths()[row];
            long wanted = number.values()[row];
            if (wanted == 0) {
                failures.fail(
                        row, () -> site.error(ErrorCode.INVALID_ARGUMENT, "part 0 asked for; parts count from 1"));
                continue;
            }
            if (wanted < 0) {
                wanted += count(data, start, end, cut, cutStart, cutEnd) + 1;
            }
            int at = start;
            int next = find(data, at, end, cut, cutStart, cutEnd);
            long part = 1;
            while (part < wanted && next >= 0) {
                at = next + cutEnd - cutStart;
                next = find(data, at, end, cut, cutStart, cutEnd);
                part++;
            }
            if (part == wanted) {
                starts[row] = at;
                lengths[row] = (next < 0 ? end : next) - at;
            }
        }
        return new BytesColumn(data, starts, lengths, nulls);
    }

    private static int find(byte[] data, int start, int end, byte[] cut, int cutStart, int cutEnd) {
        return cutStart == cutEnd ? -1 : Utf8.indexOf(data, start, end, cut, cutStart, cutEnd);
    }

    private static long count(byte[] data, int start, int end, byte[] cut, int cutStart, int cutEnd) {
        long parts = 1;
        for (int next = find(data, start, end, cut, cutStart, cutEnd); next >= 0; parts++) {
            next = find(data, next + cutEnd - cutStart, end, cut, cutStart, cutEnd);
        }
        return parts;
    }
}
