// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/** What an {@link OverCall} computes for each row, of the rows of its partition. */
public enum OverFunction {
    /** The rows of the frame, or those whose argument is not NULL. */
    COUNT,
    SUM,
    AVG,
    MIN,
    MAX,
    /** The argument at the first row of the frame. */
    FIRST_VALUE,
    /** The argument at the last row of the frame. */
    LAST_VALUE,
    /** The argument at row {@code number} of the frame, from 1. */
    NTH_VALUE,
    /** The argument {@code number} rows before, whatever the frame; where the partition ends, the second argument. */
    LAG,
    /** The argument {@code number} rows behind, whatever the frame; where the partition ends, the second argument. */
    LEAD,
    ROW_NUMBER,
    RANK,
    DENSE_RANK,
    /** The rank, less 1, by the other rows of the partition. */
    PERCENT_RANK,
    /** The share of the partition's rows that stand before the row or are its peers. */
    CUME_DIST,
    /** Which of {@code number} parts of the partition, as equal as can be and the larger ones first, the row is in. */
    NTILE;

    /** Whether it looks at the frame, and not at the whole partition. */
    public boolean readsFrame() {
        return ordinal() <= NTH_VALUE.ordinal();
    }
}
