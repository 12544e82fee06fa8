// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Datum;
import dev.rowtide.core.expression.Literal;
import org.jspecify.annotations.Nullable;

/** A constant: one column, made once and handed out again and again. */
final class LiteralKernel implements Kernel {

    private final Literal literal;
    private int rows;
    private Column column;

    LiteralKernel(Literal literal) {
        this.literal = literal;
        rows = 1;
        column = Datum.constant(literal.value(), literal.type(), rows);
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        if (batch.rows() > rows) {
            rows = Math.max(batch.rows(), ChangeBatch.ROWS_MAX);
            column = Datum.constant(literal.value(), literal.type(), rows);
        }
        return column;
    }
}
