// SPDX-License-Identifier: Apache-2.0
/**
 * Where operators keep their memory: open-addressing tables whose records lie in one {@code long[]}, an arena for text, row stores, and the contract by which
 * state is written and read back. Knows batches and types, no operator.
 */
@NullMarked
package dev.rowtide.operators.state;

import org.jspecify.annotations.NullMarked;
