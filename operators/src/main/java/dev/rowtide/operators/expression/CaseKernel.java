// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.type.Storage;
import dev.rowtide.operators.function.ColumnAssembler;
import dev.rowtide.operators.function.Rows;
import org.jspecify.annotations.Nullable;

/** CASE: each condition is evaluated for the rows that no earlier one took, each branch for the rows that its condition took. */
final class CaseKernel implements Kernel {

    private final Selector[] conditions;
    private final Kernel[] branches;
    private final Storage storage;

    /** @param branches one for each condition, and one for the rows that are left */
    CaseKernel(Selector[] conditions, Kernel[] branches, Storage storage) {
        this.conditions = conditions;
        this.branches = branches;
        this.storage = storage;
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        ColumnAssembler assembler = ColumnAssembler.of(storage, new Rows(selection, size, batch.rows()));
        int @Nullable [] open = selection;
        int openCount = size;
        for (int i = 0; i < conditions.length && openCount > 0; i++) {
            int[] taken = new int[openCount];
            int takenCount = conditions[i].select(batch, open, openCount, taken, evaluation);
            assemble(branches[i], batch, taken, takenCount, assembler, evaluation);
            open = SelectedRows.without(open, openCount, taken, takenCount);
            openCount -= takenCount;
        }
        assemble(branches[conditions.length], batch, open, openCount, assembler, evaluation);
        return assembler.column();
    }

    private static void assemble(
            Kernel branch,
            ChangeBatch batch,
            int @Nullable [] selection,
            int size,
            ColumnAssembler assembler,
            Evaluation evaluation) {
        if (size == 0) {
            return;
        }
        Column column = branch.evaluate(batch, selection, size, evaluation);
        Rows rows = new Rows(selection, size, batch.rows());
        if (branch instanceof LiteralKernel) {
            assembler.takeConstant(column, rows);
        } else {
            assembler.take(column, rows);
        }
    }
}
