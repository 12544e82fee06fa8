// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/**
 * How long the answers of a table outside are used again.
 *
 * @param scope which rows are kept
 * @param keysMax with {@link Scope#ASKED} how many keys are kept at most; 0 for no bound
 * @param afterWriteMillis how long after it was asked an answer is used, milliseconds; of all rows, when they are read again; 0 for ever
 * @param afterAccessMillis how long an answer is kept that nobody asks for, milliseconds; 0 for ever
 * @param missing whether it is kept that a key has no rows
 */
public record LookupCaching(Scope scope, long keysMax, long afterWriteMillis, long afterAccessMillis, boolean missing) {

    /** Every batch of rows asks again. */
    public static final LookupCaching NONE = new LookupCaching(Scope.NONE, 0, 0, 0, false);

    /** All rows are read when the first row asks, once. */
    public static final LookupCaching ALL_ROWS = new LookupCaching(Scope.ALL, 0, 0, 0, true);

    /** Which rows are kept. */
    public enum Scope {
        NONE,
        /** Those of keys that were asked for. */
        ASKED,
        /** All: the table is read whole. */
        ALL
    }
}
