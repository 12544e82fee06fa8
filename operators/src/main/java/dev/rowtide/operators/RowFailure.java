// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators;

import dev.rowtide.core.error.EngineException;

/**
 * An expression failed on a row. The operator has emitted the effect of all rows before it, by position, and nothing of the row itself or a later one; it may have
 * taken such rows in, and must not be called any more.
 */
public final class RowFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final long position;
    private final EngineException error;

    public RowFailure(long position, EngineException error) {
        super(error.message(), error, false, false);
        this.position = position;
        this.error = error;
    }

    /** The position of the row. */
    public long position() {
        return position;
    }

    /** The error for people, with the expression and the row in it. */
    public EngineException error() {
        return error;
    }
}
