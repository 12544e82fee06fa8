// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.function.ColumnAssembler;
import dev.rowtide.operators.function.Rows;
import org.jspecify.annotations.Nullable;

/** COALESCE: each argument is evaluated for the rows on which all earlier ones are NULL. */
final class CoalesceKernel implements Kernel {

    private final Kernel[] arguments;

    CoalesceKernel(Kernel[] arguments) {
        this.arguments = arguments;
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        Column column = arguments[0].evaluate(batch, selection, size, evaluation);
        if (column.nulls() == null) {
            return column;
        }
        ColumnAssembler assembler = ColumnAssembler.of(column.storage(), new Rows(selection, size, batch.rows()));
        int @Nullable [] open = selection;
        int openCount = size;
        for (int k = 0; k < arguments.length && openCount > 0; k++) {
            if (k > 0) {
                column = arguments[k].evaluate(batch, open, openCount, evaluation);
            }
            int[] taken = new int[openCount];
            int[] left = new int[openCount];
            int takenCount = 0;
            int leftCount = 0;
            for (int i = 0; i < openCount; i++) {
                int row = open == null ? i : open[i];
                if (column.isNull(row)) {
                    left[leftCount++] = row;
                } else {
                    taken[takenCount++] = row;
                }
            }
            Rows rows = new Rows(taken, takenCount, batch.rows());
            if (arguments[k] instanceof LiteralKernel) {
                assembler.takeConstant(column, rows);
            } else {
                assembler.take(column, rows);
            }
            open = left;
            openCount = leftCount;
        }
        for (int i = 0; i < openCount; i++) {
            assembler.setNull(open == null ? i : open[i]);
        }
        return assembler.column();
    }
}
