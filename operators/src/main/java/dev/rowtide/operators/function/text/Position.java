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

/** POSITION(what, in), in characters of text or bytes of a binary string. */
final class Position implements VectorFunction {

    private final boolean binary;

    Position(boolean binary) {
        this.binary = binary;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        BytesColumn what = (BytesColumn) arguments[0];
        BytesColumn text = (BytesColumn) arguments[1];
        long[] nulls = Nulls.union(what.nulls(), text.nulls());
        byte[] data = text.data();
        long[] out = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            int start = text.starts()[row];
            int whatStart = what.starts()[row];
            int found = Utf8.indexOf(
                    data, start, start + text.lengths()[row], what.data(), whatStart, whatStart + what.lengths()[row]);
            if (found >= 0) {
                out[row] = (binary ? found - start : Utf8.length(data, start, found)) + 1L;
            }
        }
        return new LongColumn(out, nulls);
    }
}
