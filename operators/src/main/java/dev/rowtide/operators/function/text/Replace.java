// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;

/** REPLACE(text, what, with): all occurrences, from left to right; an empty {@code what} occurs nowhere. */
final class Replace implements VectorFunction {

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        BytesColumn what = (BytesColumn) arguments[1];
        BytesColumn with = (BytesColumn) arguments[2];
        long[] nulls = Nulls.union(Nulls.union(text.nulls(), what.nulls()), with.nulls());
        byte[] data = text.data();
        TextWriter writer = new TextWriter(rows, 32L * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int at = text.starts()[row];
            int end = at + text.lengths()[row];
            int whatStart = what.starts()[row];
            int whatLength = what.lengths()[row];
            writer.begin();
            while (whatLength > 0) {
                int found = Utf8.indexOf(data, at, end, what.data(), whatStart, whatStart + whatLength);
                if (found < 0) {
                    break;
                }
                writer.write(data, at, found - at);
                writer.write(with.data(), with.starts()[row], with.lengths()[row]);
                at = found + whatLength;
            }
            writer.write(data, at, end - at);
            writer.end(row);
        }
        return writer.column(nulls);
    }
}
