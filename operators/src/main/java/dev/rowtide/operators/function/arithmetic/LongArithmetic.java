// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.function.arithmetic;

import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.operators.function.CallSite;
import dev.rowtide.operators.function.Failures;
import dev.rowtide.operators.function.LongRange;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** An operation on two columns of LONG storage with the result's scale, exact or an error. */
abstract class LongArithmetic implements VectorFunction {

    final long min;
    final long max;
    private final Operation operation;
    private final Operands operands;
    private final CallSite site;

    LongArithmetic(Operation operation, Operands operands, CallSite site) {
        LongRange range = LongRange.of(operands.result());
        min = range.min();
        max = range.max();
        this.operation = operation;
        this.operands = operands;
        this.site = site;
    }

    @Override
    public final Column apply(Column[] arguments, Rows rows, Failures failures) {
        LongColumn left = (LongColumn) arguments[0];
        LongColumn right = (LongColumn) arguments[1];
        long[] out = new long[rows.bound()];
        long[] nulls = Nulls.union(left.nulls(), right.nulls());
        int[] selection = rows.selection();
        boolean exact = selection == null
                ? dense(left.values(), right.values(), out, rows.size())
                : sparse(left.values(), right.values(), out, selection, rows.size());
        if (!exact) {
            blame(left.values(), right.values(), out, nulls, rows, failures);
        }
        return new LongColumn(out, nulls);
    }

    /** Computes rows 0 to {@code size - 1}; false if some row is not exact, be it NULL or not. */
    abstract boolean dense(long[] left, long[] right, long[] out, int size);

    /** Computes the selected rows; false if some row is not exact, be it NULL or not. */
    abstract boolean sparse(long[] left, long[] right, long[] out, int[] selection, int size);

    /** Whether the operation on these values is defined and its result in range. */
    abstract boolean isExact(long left, long right);

    private void blame(long[] left, long[] right, long[] out, long @Nullable [] nulls, Rows rows, Failures failures) {
        for (int i = 0; i < rows.size(); i++) {
            int row = rows.row(i);
            if (!Nulls.get(nulls, row) && !isExact(left[row], right[row])) {
                long x = left[row];
                long y = right[row];
                out[row] = 0;
                failures.fail(row, () -> error(x, y));
            }
        }
    }

    private EngineException error(long left, long right) {
        return operation.error(
                BigDecimal.valueOf(left, operands.left().scale()),
                BigDecimal.valueOf(right, operands.right().scale()),
                operands.result(),
                site);
    }
}
