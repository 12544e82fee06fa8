// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.LongColumn;
import dev.rowtide.core.type.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The tick's processing time. */
final class CurrentTimestampKernel implements Kernel {

    private final long unitsPerMilli;

    CurrentTimestampKernel(Type type) {
        unitsPerMilli = type.unitsPerSecond() / 1000;
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        long[] values = new long[batch.rows()];
        Arrays.fill(values, evaluation.tick().nowMillis() * unitsPerMilli);
        return new LongColumn(values, null);
    }
}
