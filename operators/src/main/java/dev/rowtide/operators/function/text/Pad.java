// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;
import org.jspecify.annotations.Nullable;

/**
 * LPAD or RPAD (text, length[, fill]): cuts a longer text to the length, and fills up a shorter one with copies of {@code fill}, a blank by default; an
 * empty fill fills nothing.
 */
final class Pad implements VectorFunction {

    private static final byte[] BLANK = {' '};

    private final boolean right;
    private final CallSite site;

    Pad(boolean right, CallSite site) {
        this.right = right;
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        LongColumn width = (LongColumn) arguments[1];
        BytesColumn fill = arguments.length > 2 ? (BytesColumn) arguments[2] : null;
        long[] nulls = Nulls.union(text.nulls(), width.nulls());
        nulls = fill == null ? nulls : Nulls.union(nulls, fill.nulls());
        byte[] data = text.data();
        TextWriter writer = new TextWriter(rows, 32L * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int start = text.starts()[row];
            int end = start + text.lengths()[row];
            long wanted = Math.max(0, width.values()[row]);
            if (wanted > Texts.BYTES_MAX) {
                failures.fail(row, () -> Texts.tooLong(site));
                continue;
            }
            long missing = wanted - Utf8.length(data, start, end);
            writer.begin();
            if (missing <= 0) {
                writer.write(data, start, Utf8.skip(data, start, end, wanted) - start);
            } else if (right) {
                writer.write(data, start, end - start);
                fill(fill, row, missing, writer);
            } else {
                fill(fill, row, missing, writer);
                writer.write(data, start, end - start);
            }
            writer.end(row);
        }
        return writer.column(nulls);
    }

    private static void fill(@Nullable BytesColumn fill, int row, long count, TextWriter writer) {
        byte[] data = fill == null ? BLANK : fill.data();
        int start = fill == null ? 0 : fill.starts()[row];
        int end = fill == null ? 1 : start + fill.lengths()[row];
        int length = Utf8.length(data, start, end);
        if (length == 0) {
            return;
        }
        for (long left = count; left > 0; left -= length) {
            int to = left >= length ? end : Utf8.skip(data, start, end, left);
            writer.write(data, start, to - start);
        }
    }
}
