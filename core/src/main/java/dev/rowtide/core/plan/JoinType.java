// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

/** Which rows a join has in its result. */
public enum JoinType {
    INNER,
    /** As INNER, and each left row without a match once, its right columns NULL. */
    LEFT,
    /** As INNER, and each right row without a match once, its left columns NULL. */
    RIGHT,
    /** LEFT and RIGHT together. */
    FULL,
    /** Each left row that has a match; left columns only. */
    SEMI,
    /** Each left row that has none; left columns only. */
    ANTI;

    /** Whether left rows without a match are padded. */
    public boolean padsLeft() {
        return this == LEFT || this == FULL;
    }

    /** Whether right rows without a match are padded. */
    public boolean padsRight() {
        return this == RIGHT || this == FULL;
    }

    /** Whether the result has the left columns only. */
    public boolean leftOnly() {
        return this == SEMI || this == ANTI;
    }
}
