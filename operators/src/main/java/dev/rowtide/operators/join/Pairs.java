// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

/** Pairs of a left and a right row, by number, of which a condition says whether they match. */
interface Pairs {

    /** How many there are. */
    int pairs();

    /** The left rows of the pairs from {@code from} to {@code to - 1}. */
    int[] left(int from, int to);

    /** The right rows of the pairs from {@code from} to {@code to - 1}. */
    int[] right(int from, int to);

    /** The position of the changes that a pair belongs to. */
    long positionOf(int pair);

    void setMatch(int pair, boolean match);

    /** Forgets all changes of the position of a pair, and those behind. */
    void cutBefore(int pair);
}
