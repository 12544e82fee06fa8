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
import dev.rowtide.operators.function.VectorFunction;

/** REPEAT; empty for a number that is not positive. */
final class Repeat implements VectorFunction {

    private final CallSite site;

    Repeat(CallSite site) {
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        LongColumn times = (LongColumn) arguments[1];
        long[] nulls = Nulls.union(text.nulls(), times.nulls());
        TextWriter writer = new TextWriter(rows, 32L * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int length = text.lengths()[row];
            long count = length == 0 ? 0 : Math.max(0, times.values()[row]);
            if (count > Texts.BYTES_MAX / Math.max(1, length)) {
                failures.fail(row, () -> Texts.tooLong(site));
                continue;
            }
            writer.begin();
            for (long k = 0; k < count; k++) {
                writer.write(text.data(), text.starts()[row], length);
            }
            writer.end(row);
        }
        return writer.column(nulls);
    }
}
