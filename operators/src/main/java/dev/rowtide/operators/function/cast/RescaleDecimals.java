// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.cast;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Type;
import dev.rowtide.core.type.TypeKind;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.ExactWriter;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Integers and decimals of any storage to one another, through {@link BigDecimal}. */
final class RescaleDecimals implements VectorFunction {

    private final Type from;
    private final Type to;
    private final CastError error;

    RescaleDecimals(Type from, Type to, CastError error) {
        this.from = from;
        this.to = to;
        this.error = error;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        RoundingMode rounding = to.kind() == TypeKind.DECIMAL ? RoundingMode.HALF_UP : RoundingMode.DOWN;
        ExactWriter writer = new ExactWriter(to, rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (arguments[0].isNull(row)) {
                continue;
            }
            BigDecimal x = Decimals.get(arguments[0], row, from);
            if (!writer.set(row, x, rounding)) {
                failures.fail(row, () -> error.outOfRange(x.toPlainString()));
            }
        }
        return writer.column(arguments[0].nulls());
    }
}
