// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators;

import dev.rowtide.core.batch.ChangeBatch;

/** Where an operator's changes go: to all operators behind it, at once, in the same thread. */
@FunctionalInterface
public interface Output {

    /**
     * Hands a batch on. Positions never fall from one batch to the next. The batch and what its columns cover of the arrays
     * under it are never written again; a batch without rows is allowed, and needed where a watermark has risen.
     */
    void emit(ChangeBatch batch);
}
