// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.time;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.function.BuiltinFunction;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;

/** Fields of an INTERVAL_YEAR_MONTH, with its sign. */
final class ExtractOfMonths implements VectorFunction {

    private final BuiltinFunction field;

    ExtractOfMonths(BuiltinFunction field) {
        this.field = field;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn column = (LongColumn) arguments[0];
        long[] months = column.values();
        long[] out = new long[rows.bound()];
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            out[row] = switch (field) {
                case EXTRACT_YEAR -> months[row] / 12;
                case EXTRACT_QUARTER -> months[row] % 12 / 3 + 1;
                default -> months[row] % 12;
            };
        }
        return new LongColumn(out, column.nulls());
    }
}
