// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.type.Type;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Decimals;
import dev.rowtide.operators.function.ExactWriter;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Any operation on decimals of any precision and scale, exact and rounded half up once, through {@link BigDecimal}: the path that is not fast, but for
 * quotients of short numbers. */
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
        LongColumn left = arguments[0] instanceof LongColumn longs ? longs : null;
        LongColumn right = arguments[1] instanceof LongColumn longs ? longs : null;
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (Nulls.get(nulls, row)) {
                continue;
            }
            if (operation == Operation.DIVIDE
                    && left != null
                    && right != null
                    && setQuotient(row, left.values()[row], right.values()[row], writer)) {
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

    /** Divides within 64 bits, rounding half up; false, with nothing set, if that does not do. */
    private boolean setQuotient(int row, long x, long y, ExactWriter writer) {
        int digits = operands.result().scale()
                + operands.right().scale()
                - operands.left().scale();
        if (digits < 0 || digits > Type.LONG_DECIMAL_DIGITS_MAX || y == 0 || y == Long.MIN_VALUE) {
            return false;
        }
        long power = Decimals.power(digits);
        long dividend = x * power;
        boolean wraps = Math.multiplyHigh(x, power) != dividend >> (Long.SIZE - 1);
        if (wraps || dividend == Long.MIN_VALUE) {
            return false;
        }
        long quotient = dividend / y;
        long remainder = Math.abs(dividend - quotient * y);
        boolean away = remainder >= Math.abs(y) - remainder;
        return writer.set(row, away ? quotient + ((dividend ^ y) < 0 ? -1 : 1) : quotient);
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
