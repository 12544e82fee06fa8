// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Nulls;
import org.jspecify.annotations.Nullable;

/**
 * AND or OR with a column as its result. Each operand is evaluated for the rows only that no earlier one has decided: with FALSE for AND, with TRUE for OR. A row
 * that none decides is NULL if an operand was, else the other truth value.
 */
final class JunctionKernel implements Kernel {

    private final boolean decisive;
    private final Kernel[] operands;

    /** @param decisive the truth value of an operand that decides: false for AND, true for OR */
    JunctionKernel(boolean decisive, Kernel[] operands) {
        this.decisive = decisive;
        this.operands = operands;
    }

    @Override
    public BooleanColumn evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        boolean[] out = new boolean[batch.rows()];
        long[] nulls = null;
        int[] open = new int[size];
        int openCount = size;
        for (int i = 0; i < size; i++) {
            open[i] = selection == null ? i : selection[i];
        }
        for (int k = 0; k < operands.length && openCount > 0; k++) {
            int @Nullable [] asked = k == 0 ? selection : open;
            BooleanColumn operand = (BooleanColumn) operands[k].evaluate(batch, asked, openCount, evaluation);
            boolean[] values = operand.values();
            int kept = 0;
            for (int i = 0; i < openCount; i++) {
                int row = open[i];
                if (operand.isNull(row)) {
                    nulls = nulls == null ? Nulls.allocate(batch.rows()) : nulls;
                    Nulls.set(nulls, row);
                    open[kept++] = row;
                } else if (values[row] == decisive) {
                    out[row] = decisive;
                    if (nulls != null) {
                        nulls[row >>> 6] &= ~(1L << row);
                    }
                } else {
                    open[kept++] = row;
                }
            }
            openCount = kept;
        }
        for (int i = 0; i < openCount; i++) {
            out[open[i]] = !decisive;
        }
        return new BooleanColumn(out, nulls);
    }
}
