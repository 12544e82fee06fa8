// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import org.jspecify.annotations.Nullable;

/** RAND: a number from 0 to 1. */
final class RandomKernel implements Kernel {

    private final PositionHash hash;

    RandomKernel(PositionHash hash) {
        this.hash = hash;
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        double[] values = new double[batch.rows()];
        long stream = hash.stream(evaluation.tick());
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            values[row] = (PositionHash.at(stream, batch.position(row)) >>> 11) * 0x1p-53;
        }
        return new DoubleColumn(values, null);
    }
}
