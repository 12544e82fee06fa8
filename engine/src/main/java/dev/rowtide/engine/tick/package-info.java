// SPDX-License-Identifier: Apache-2.0
/**
 * Where the outside becomes deterministic: the sequencer takes changes from the sources, numbers them, and says which
 * feed is next; the ticks decide where one ends, and what time it has. What is behind depends on the batches, their
 * positions and the tick's record, and on nothing else.
 */
@NullMarked
package dev.rowtide.engine.tick;

import org.jspecify.annotations.NullMarked;
