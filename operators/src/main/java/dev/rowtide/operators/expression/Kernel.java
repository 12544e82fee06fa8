// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import org.jspecify.annotations.Nullable;

/**
 * Computes an expression over the rows of a batch. Made once per job by the {@link ExpressionCompiler} and used by one thread.
 */
public interface Kernel {

    /**
     * The values for the given rows, indexed by physical row; values at other rows are undefined.
     *
     * @param batch whose columns are the input; its own selection does not count
     * @param selection the physical rows to compute, rising, of which the first {@code size} count; null for rows 0 to {@code size - 1}
     * @param evaluation the tick, and where failures are noted
     * @return a fresh column, or one of the batch's; never one that the kernel will write again
     */
    Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation);
}
