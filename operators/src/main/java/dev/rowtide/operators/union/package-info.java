// SPDX-License-Identifier: Apache-2.0
/**
 * UNION ALL: changes of several inputs become one stream in the order of their positions.
 *
 * Keeps batches within a round only, and the watermark of each input. Knows no keys and no kinds: what comes in goes out as it is.
 */
@NullMarked
package dev.rowtide.operators.union;

import org.jspecify.annotations.NullMarked;
