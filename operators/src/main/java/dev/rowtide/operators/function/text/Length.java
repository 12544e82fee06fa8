// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.text;

import dev.rowtide.core.batch.BytesColumn;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.Utf8;
import dev.rowtide.operators.function.VectorFunction;

/** CHAR_LENGTH, or OCTET_LENGTH. */
final class Length implements VectorFunction {

    private final boolean octets;

    Length(boolean octets) {
        this.octets = octets;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn text = (BytesColumn) arguments[0];
        long[] out = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (!text.isNull(row)) {
                int start = text.starts()[row];
                int length = text.lengths()[row];
                out[row] = octets ? length : Utf8.length(text.data(), start, start + length);
            }
        }
        return new LongColumn(out, text.nulls());
    }
}
