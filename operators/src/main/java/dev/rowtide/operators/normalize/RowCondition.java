// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.normalize;

import dev.rowtide.core.batch.BooleanColumn;
import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.ChangeText;
import dev.rowtide.core.batch.RowKind;
import dev.rowtide.core.error.EngineException;
import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.type.Schema;
import dev.rowtide.operators.DeadLetters;
import dev.rowtide.operators.OperatorSettings;
import dev.rowtide.operators.RowFailure;
import dev.rowtide.operators.Tick;
import dev.rowtide.operators.expression.Evaluation;
import dev.rowtide.operators.expression.ExpressionCompiler;
import dev.rowtide.operators.expression.Kernel;
import org.jspecify.annotations.Nullable;

/** A condition on the rows that are put; a retraction may carry its key only, and is not asked. A dead letter is a row on which it isn't TRUE. */
final class RowCondition {

    private final Kernel kernel;
    private final Schema schema;
    private final @Nullable DeadLetters deadLetters;
    private Evaluation evaluation = new Evaluation(new Tick(0, 0, 0));
    private BooleanColumn values = new BooleanColumn(new boolean[0], null);

    RowCondition(Expression condition, Schema schema, OperatorSettings settings) {
        kernel = ExpressionCompiler.compile(condition, settings.zone());
        this.schema = schema;
        deadLetters = settings.deadLetters();
    }

    /** Evaluates the condition on a batch; how many of its rows come before the position of the first on which it fails for good. */
    int evaluate(ChangeBatch batch, Tick tick) {
        int[] puts = new int[batch.size()];
        int count = 0;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            if (!RowKind.isRetraction(batch.kind(row))) {
                puts[count++] = row;
            }
        }
        evaluation = new Evaluation(tick);
        values = (BooleanColumn) kernel.evaluate(batch, puts, count, evaluation);
        return evaluation.hasFailures() ? rowsBeforeFailure(batch, puts, count) : batch.size();
    }

    private int rowsBeforeFailure(ChangeBatch batch, int[] puts, int count) {
        for (int i = 0; i < count; i++) {
            EngineException error = evaluation.failure(puts[i]);
            if (error == null) {
                continue;
            }
            if (deadLetters == null || !deadLetters.takes(error)) {
                return rowsBelow(batch, batch.position(puts[i]));
            }
            StringBuilder text = new StringBuilder();
            ChangeText.printRow(batch, puts[i], schema, text);
            deadLetters.accept(batch.position(puts[i]), text.toString(), error);
        }
        return batch.size();
    }

    private static int rowsBelow(ChangeBatch batch, long position) {
        int rows = 0;
        while (batch.position(batch.row(rows)) < position) {
            rows++;
        }
        return rows;
    }

    /** Whether the condition is TRUE on a row that is put. */
    boolean isTrue(int row) {
        return evaluation.failure(row) == null && !values.isNull(row) && values.values()[row];
    }

    /** The failure that comes behind the first {@code sound} rows of the batch, where {@link #evaluate} said that there is one. */
    RowFailure failureAfter(ChangeBatch batch, int sound) {
        for (int i = sound; i < batch.size(); i++) {
            EngineException error = evaluation.failure(batch.row(i));
            if (error != null) {
                return new RowFailure(batch.position(batch.row(i)), error);
            }
        }
        throw new IllegalStateException("no failure behind row " + sound);
    }
}
