// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.plan.LookupCaching;
import java.util.List;

/** A table outside that can be asked for the rows of a key, as they are when it is asked. */
public interface LookupTable {

    /** How long its answers are used again. */
    LookupCaching caching();

    /** Whether it stays as it is, so that a row of it is the same whenever it is asked for. */
    default boolean isFixed() {
        return false;
    }

    /**
     * Makes ready to ask; whether the table can be reached may show only with the first question.
     *
     * @param columns the physical columns of the table that answers have, in this order
     * @param keys those of {@code columns}, by their place in it, that questions say
     * @throws dev.rowtide.core.error.EngineException if it can't be asked so
     */
    LookupReader open(List<Integer> columns, List<Integer> keys);
}
