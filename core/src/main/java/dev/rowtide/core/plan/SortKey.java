// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/**
 * A column to sort by, or the order of arrival.
 *
 * @param column the column, or {@link #ARRIVAL}
 * @param descending the greatest first
 * @param nullsFirst NULLs first; by default NULL counts as the smallest value
 */
public record SortKey(int column, boolean descending, boolean nullsFirst) {

    /** Instead of a column: when a row came. */
    public static final int ARRIVAL = -1;

    /** The latest arrival first. */
    public static final SortKey LATEST = new SortKey(ARRIVAL, true, false);

    public boolean isArrival() {
        return column == ARRIVAL;
    }
}
