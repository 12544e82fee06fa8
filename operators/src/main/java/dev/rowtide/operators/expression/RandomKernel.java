// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.DoubleColumn;
import org.jspecify.annotations.Nullable;

/**
 * RAND: a number from 0 to 1 that a hash makes of the job's seed, the row's position and the call's number, so that a retraction meets the number of its
 * insertion's position and a replay repeats them all. The mixing is that of SplitMix64 (Steele, Lea and Flood, 2014).
 */
final class RandomKernel implements Kernel {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final long ordinal;

    /** @param ordinal numbers the calls of a job */
    RandomKernel(long ordinal) {
        this.ordinal = ordinal;
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        double[] values = new double[batch.rows()];
        long stream = mix(evaluation.tick().seed() + GOLDEN * (ordinal + 1));
        for (int i = 0; i < size; i++) {
            int row = selection == null ? i : selection[i];
            values[row] = (mix(stream + GOLDEN * (batch.position(row) + 1)) >>> 11) * 0x1p-53;
        }
        return new DoubleColumn(values, null);
    }

    private static long mix(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
