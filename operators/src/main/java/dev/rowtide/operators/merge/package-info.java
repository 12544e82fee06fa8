// SPDX-License-Identifier: Apache-2.0
/**
 * What operators do with the batches that their inputs bring in a round: go through the rows of all of them by position, gather columns of rows that lie in several
 * batches, compare such rows.
 *
 * <pre>
 *   input 0   3 4     9         at equal positions input 0 comes before input 1; what an input has under one position stays together
 *   input 1       4 5   9
 *   merged    3 4 4 5 9 9
 * </pre>
 *
 * Knows batches, positions and watermarks; no keys, no state.
 */
@NullMarked
package dev.rowtide.operators.merge;

import org.jspecify.annotations.NullMarked;
