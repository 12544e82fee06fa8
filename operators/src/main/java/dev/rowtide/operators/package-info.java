// SPDX-License-Identifier: Apache-2.0
/**
 * The deterministic machine: changes in, changes out, with state. Time and input reach an operator as arguments; there is no clock, thread, randomness
 * or I/O in this module, so that the same ticks give the same bytes.
 *
 * <pre>
 *   receive(input, batch) ──▶ operator ──▶ Output.emit(batch)          for every batch, in position order on each input
 *   advance(position)     ──▶                                          all inputs are complete below the position
 *   endTick(tick)         ──▶                                          the tick is complete; what was held back goes out
 *   snapshot / restore                                                 between ticks only
 * </pre>
 *
 * A package per feature; {@code state} and {@code expression} serve all.
 */
@NullMarked
package dev.rowtide.operators;

import org.jspecify.annotations.NullMarked;
