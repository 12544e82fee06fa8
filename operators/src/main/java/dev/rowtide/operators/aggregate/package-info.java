// SPDX-License-Identifier: Apache-2.0
/**
 * The group aggregate. A batch goes through it in short loops over all its rows, one after the other:
 *
 * <pre>
 *   keys ──▶ records ──▶ steps ──▶ row counts ──▶ DISTINCT ──▶ weights ──▶ accumulators ──▶ results ──▶ changes
 *   hash     probe       rows of   groups come    0 ◀▶ 1       +1, 0, -1   words of the     per call,    -U, +U
 *                        a group   and go                      per row     records          per step
 *                        and
 *                        position
 * </pre>
 *
 * <ul>
 *   <li>A <em>step</em> is what changes one group at once: the rows of one position and group, or in consolidated mode all of a tick.
 *   <li>An <em>accumulator</em> owns some words of a group's record; it adds and takes back, and says nothing about SQL results. Calls share accumulators: SUM, AVG and
 *       COUNT of one column have one.
 *   <li>What an accumulator keeps beside its words is of one of these kinds: exact sums, ordered values (extremes, percentiles), counters of bits, rows as byte strings in their
 *       order (first and last, lists, JSON), a sketch.
 *   <li>A <em>result</em> is computed from the words that a step found and left; equal results are no change.
 * </ul>
 */
@NullMarked
package dev.rowtide.operators.aggregate;

import org.jspecify.annotations.NullMarked;
