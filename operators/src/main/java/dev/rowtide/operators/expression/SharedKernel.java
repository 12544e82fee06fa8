// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.expression;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import org.jspecify.annotations.Nullable;

/** An expression that others, which are evaluated after it for some of its rows, have in common with it: they read the column that it made. */
final class SharedKernel implements Kernel {

    private final Kernel kernel;
    private boolean read;
    private @Nullable Column column;

    SharedKernel(Kernel kernel) {
        this.kernel = kernel;
    }

    /** The kernel for another place of the same expression. */
    Kernel reader() {
        read = true;
        return (batch, selection, size, evaluation) -> {
            Column made = column;
            // For no rows at all nothing need have been made before.
            return size == 0 || made == null ? kernel.evaluate(batch, selection, size, evaluation) : made;
        };
    }

    @Override
    public Column evaluate(ChangeBatch batch, int @Nullable [] selection, int size, Evaluation evaluation) {
        Column made = kernel.evaluate(batch, selection, size, evaluation);
        column = read ? made : null;
        return made;
    }
}
