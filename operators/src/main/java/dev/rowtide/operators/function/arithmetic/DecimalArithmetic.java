// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.ExactWriter;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Any operation on decimals of any precision and scale, exact and rounded half up once, through {@link BigDecimal}: the path that is not fast. */
final class DecimalArithmetic implements VectorFunction {

    private final Operation operation;
    private final Operands operands;
    private final CallSite site;

    DecimalArithmetic(Operation operation, Operands operands, CallSite site) {
        this.operation = operation;
        this.operands = operands;
        this.site = site;
    }

    @Override
    public Column apply(Column[] arguments, Rows rows, Failures failures) {
        long[] nulls = Nulls.union(arguments[0].nulls(), arguments[1].nulls());
        ExactWriter writer = new ExactWriter(operands.result(), rows);
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            BigDecimal x = Decimals.get(arguments[0], row, operands.left());
            BigDecimal y = Decimals.get(arguments[1], row, operands.right());
            boolean undefined = y.signum() == 0 && (operation == Operation.DIVIDE || operation == Operation.REMAINDER);
            if (undefined || !writer.set(row, compute(x, y), RoundingMode.HALF_UP)) {
                failures.fail(row, () -> operation.error(x, y, operands.result(), site));
            }
        }
        return writer.column(nulls);
    }

    private BigDecimal compute(BigDecimal x, BigDecimal y) {
        return switch (operation) {
            case ADD -> x.add(y);
            case SUBTRACT -> x.subtract(y);
            case MULTIPLY -> x.multiply(y);
            case DIVIDE -> x.divide(y, operands.result().scale(), RoundingMode.HALF_UP);
            case REMAINDER -> x.remainder(y);
        };
    }
}
