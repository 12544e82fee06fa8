// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.calc;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.plan.Project;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Kernel;

/** Computes new columns for the same changes: kinds, positions, selection and watermarks stay, columns that are passed on are not copied. */
public final class ProjectOperator implements Operator {

    private final Kernel[] kernels;
    private final FailedRows failedRows;

    public ProjectOperator(Project node, OperatorSettings settings) {
        kernels = ExpressionCompiler.compileAll(node.expressions(), settings.zone());
        failedRows = new FailedRows(node.input().schema(), settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        Evaluation evaluation = new Evaluation(tick);
        Column[] columns = new Column[kernels.length];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = kernels[i].evaluate(batch, batch.selection(), batch.size(), evaluation);
        }
        ChangeBatch projected = batch.withColumns(columns);
        if (evaluation.hasFailures()) {
            projected = failedRows.leaveOut(batch, projected, evaluation, output);
        }
        output.emit(projected);
    }
}
