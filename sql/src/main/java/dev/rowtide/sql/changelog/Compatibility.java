// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

/** Whose rules decide what a query may do where engines differ. */
public enum Compatibility {
    /** Every query is answered of which the answer is exact. */
    NATIVE,
    /** What Flink refuses is refused, and plans promise the kinds of change that Flink's would. */
    FLINK
}
