// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Which rows around a row an OVER function looks at: those from one bound to the other, both included.
 *
 * @param unit what bounds count
 * @param lower the first row: a distance from the current one, negative for those before it; null for the first of the partition
 * @param upper the last row; null for the last of the partition
 */
public record Frame(
        Unit unit, @Nullable BigDecimal lower, @Nullable BigDecimal upper) {

    /** All rows of the partition. */
    public static final Frame ALL = new Frame(Unit.RANGE, null, null);

    /** What a bound counts. */
    public enum Unit {
        /** Rows. */
        ROWS,
        /**
         * The values of the only sort column, in its stored unit; 0 is the current row with all that are equal to it in all sort columns. A row with NULL has
         * only other such rows at a distance.
         */
        RANGE
    }

    /** Whether it ends at the current row, with its equals if it counts values, or before. */
    public boolean looksBackOnly() {
        return upper != null && upper.signum() <= 0;
    }

    /** Whether all rows of the partition have the same. */
    public boolean isWhole() {
        return lower == null && upper == null;
    }
}
