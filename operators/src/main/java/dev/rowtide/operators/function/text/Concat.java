// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.VectorFunction;

/** CONCAT, of texts or of binary strings. */
final class Concat implements VectorFunction {

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        long[] nulls = null;
        for (Column argument : arguments) {
            nulls = Nulls.union(nulls, argument.nulls());
        }
        TextWriter writer = new TextWriter(rows, 32L * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            writer.begin();
            for (Column argument : arguments) {
                BytesColumn part = (BytesColumn) argument;
                writer.write(part.data(), part.starts()[row], part.lengths()[row]);
            }
            writer.end(row);
        }
        return writer.column(nulls);
    }
}
