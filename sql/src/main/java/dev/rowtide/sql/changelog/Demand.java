// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

/**
 * What a parent needs of its input.
 *
 * @param pairs updates as {@code -U} and {@code +U}; else {@code +U} alone is enough
 * @param wholeDeletes deletes with all columns; else the key is enough
 */
record Demand(boolean pairs, boolean wholeDeletes) {

    /** Whatever comes. */
    static final Demand NOTHING = new Demand(false, false);

    /** Every old row, whole. */
    static final Demand OLD_ROWS = new Demand(true, true);

    Demand union(Demand other) {
        return new Demand(pairs || other.pairs, wholeDeletes || other.wholeDeletes);
    }
}
