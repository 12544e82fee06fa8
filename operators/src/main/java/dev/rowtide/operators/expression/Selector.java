// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import org.jspecify.annotations.Nullable;

/**
 * Picks the rows of a batch on which a condition is TRUE, without a column of truth values where that can be avoided. Made once per job by the
 * {@link ExpressionCompiler} and used by one thread.
 */
public interface Selector {

    /**
     * Picks rows. A row on which the condition fails is noted and may be picked or not.
     *
     * @param batch whose columns are the input; its own selection does not count
     * @param selection the physical rows to choose from, rising, of which the first {@code size} count; null for rows 0 to {@code size - 1}
     * @param selected takes the physical rows picked, rising; has room for {@code size}, and may be the array {@code selection}
     * @param evaluation the tick, and where failures are noted
     * @return how many rows were picked
     */
    int select(ChangeBatch batch, int @Nullable [] selection, int size, int[] selected, Evaluation evaluation);
}
