// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

import dev.rowtide.operators.state.KeyWords;

/** The groups and the values of rows, a word each: what values of a word are looked up by. */
final class GroupedWords {

    private final int column;
    private long[] groups = {};
    private long[] words = {};
    private int[] physical = {};

    /** @param column that of the values */
    GroupedWords(int column) {
        this.column = column;
    }

    /** Loads {@code n} rows, given by their places among the steps. */
    void load(Steps steps, int[] rows, int n) {
        if (words.length < n) {
            int length = Math.max(n, 2 * words.length);
            groups = new long[length];
            words = new long[length];
            physical = new int[length];
        }
        long[] groupIds = steps.groupIds();
        for (int k = 0; k < n; k++) {
            groups[k] = groupIds[rows[k]];
            physical[k] = steps.row(rows[k]);
        }
        KeyWords.load(steps.batch().column(column), physical, n, words);
    }

    long[] groups() {
        return groups;
    }

    long[] words() {
        return words;
    }
}
