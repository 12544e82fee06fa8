// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.calc;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.operators.Operator;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.Output;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Selector;

/** Keeps the changes of which the condition is TRUE, by a selection vector: nothing is copied, and each keeps its kind and position. */
public final class FilterOperator implements Operator {

    private final Selector condition;
    private final FailedRows failedRows;

    public FilterOperator(Filter node, OperatorSettings settings) {
        condition = ExpressionCompiler.compileCondition(node.condition(), settings.zone());
        failedRows = new FailedRows(node.input().schema(), settings);
    }

    @Override
    public void receive(int input, ChangeBatch batch, Tick tick, Output output) {
        Evaluation evaluation = new Evaluation(tick);
        int[] selected = new int[batch.size()];
        int count = condition.select(batch, batch.selection(), batch.size(), selected, evaluation);
        ChangeBatch kept = count == batch.size() ? batch : batch.withSelection(selected, count);
        if (evaluation.hasFailures()) {
            kept = failedRows.leaveOut(batch, kept, evaluation, output);
        }
        if (kept.size() > 0 || kept.watermarks().after() != Watermarks.NONE) {
            output.emit(kept);
        }
    }
}
