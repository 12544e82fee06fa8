// SPDX-License-Identifier: Apache-2.0
/**
 * UNION ALL: changes of several inputs become one stream in the order of their positions.
 *
 * <pre>
 *   input 0   3 4     9         at equal positions input 0 comes before input 1; what an input has under one position stays together
 *   input 1       4 5   9
 *   output    3 4 4 5 9 9
 * </pre>
 *
 * Keeps batches within a round only, and the watermark of each input. Knows no keys and no kinds: what comes in goes out as it is.
 */
@NullMarked
package dev.rowtide.operators.union;

import org.jspecify.annotations.NullMarked;
