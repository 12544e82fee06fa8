// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/**
 * A column to sort by.
 *
 * @param column the column
 * @param descending the greatest first
 * @param nullsFirst NULLs first; by default NULL counts as the smallest value
 */
public record SortKey(int column, boolean descending, boolean nullsFirst) {}
