// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

/** COUNT: a word as it stands. */
record CountResult(int word) implements Result {

    @Override
    public void compute(WordColumns words, int n, ResultVector out) {
        out.refer(words.column(word));
    }
}
