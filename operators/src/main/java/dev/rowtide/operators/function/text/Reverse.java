// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.TextWriter;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;

/** REVERSE, by characters. */
final class Reverse implements VectorFunction {

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        byte[] data = text.data();
        TextWriter writer = new TextWriter(rows, 16L * rows.size());
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (text.isNull(row)) {
                continue;
            }
            int start = text.starts()[row];
            int at = start + text.lengths()[row];
            writer.begin();
            while (at > start) {
                int previous = Utf8.previous(data, start, at);
                writer.write(data, previous, at - previous);
                at = previous;
            }
            writer.end(row);
        }
        return writer.column(text.nulls());
    }
}
