// SPDX-License-Identifier: Apache-2.0
/**
 * What operators that keep rows by key have in common: of each key they show one row or none, and they emit how that changes with each input position, or with
 * each tick. Knows the rows' store, not why a row is shown.
 *
 * <pre>
 *   changes of a position ──▶ the operator updates its rows, telling NetChanges which keys it touches
 *   position complete     ──▶ NetChanges: row shown before, row shown now ──▶ ChangeWriter: nothing, +I, -U +U, -D
 * </pre>
 *
 * <p>Operators that send the effect of each position at once, whatever they keep, have their input cut into whole positions by WholePositions; PositionwiseOperator does so
 * for those of which nothing else depends on it.
 */
@NullMarked
package dev.rowtide.operators.change;

import org.jspecify.annotations.NullMarked;
