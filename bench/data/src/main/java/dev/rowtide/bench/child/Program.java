// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.bench.child;

import org.jspecify.annotations.Nullable;

/** A query that can be run again and again over input which lies ready in memory. */
@FunctionalInterface
public interface Program {

    /** Makes a program ready: generates its input, and whatever else is not to be measured. */
    @FunctionalInterface
    interface Factory {
        /**
         * The program for a query.
         *
         * @throws IllegalArgumentException if there is no such query or configuration
         */
        Program open(ChildOptions options) throws Exception;
    }

    /**
     * Runs the query once from an empty state over all of its input.
     *
     * @param stopwatch started right before the first row is taken, stopped right after the last change is delivered
     * @param digest if not null, takes in every change delivered; such a pass is not timed
     * @return how many changes were delivered, {@code -U} and {@code +U} counted as two
     */
    long pass(Stopwatch stopwatch, @Nullable TableDigest digest) throws Exception;
}
