// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.aggregate;

/** Computes the result of one call from the words of accumulators. */
interface Result {

    /** The results of the steps from 0 to {@code n - 1}. */
    void compute(WordColumns words, int n, ResultVector out);
}
