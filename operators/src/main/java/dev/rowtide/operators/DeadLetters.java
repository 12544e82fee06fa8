// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators;

import dev.rowtide.core.error.EngineException;

/**
 * Takes the rows on which an expression fails, where the job goes on without them. An expression fails on a retraction as it failed on the row's insertion,
 * so that leaving both out keeps the changelog whole: the result is as if a filter had removed the row.
 */
@FunctionalInterface
public interface DeadLetters {

    /**
     * Counts and keeps the row.
     *
     * @param row the row as text
     */
    void accept(long position, String row, EngineException error);

    /** Whether rows that fail so are taken; on any other the job fails. */
    default boolean takes(EngineException error) {
        return true;
    }
}
