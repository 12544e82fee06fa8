// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/** How rows of a partition are numbered. */
public enum RankFunction {
    /** 1, 2, 3, …; equal rows in order of arrival. */
    ROW_NUMBER,
    /** Equal rows have one number, the next one counts all rows before it. */
    RANK,
    /** Equal rows have one number, the next one is one more. */
    DENSE_RANK
}
