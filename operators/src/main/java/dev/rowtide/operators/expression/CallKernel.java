// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.operators.function.Rows;
import dev.rowtide.operators.function.VectorFunction;
import org.jspecify.annotations.Nullable;

/** A function of all its arguments, evaluated first. */
final class CallKernel implements Kernel {

    private final VectorFunction function;
    private final Kernel[] arguments;

    CallKernel(VectorFunction function, Kernel... arguments) {
        this.function = function;
        this.arguments = arguments;
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        Column[] columns = evaluateAll(arguments, batch, selection, size, evaluation);
        return function.apply(columns, new Rows(selection, size, batch.rows()), evaluation);
    }

    static Column[] evaluateAll(
            Kernel[] kernels, ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        Column[] columns = new Column[kernels.length];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = kernels[i].evaluate(batch, selection, size, evaluation);
        }
        return columns;
    }
}
