// SPDX-License-Identifier: Apache-2.0
/**
 * TO_CHANGELOG and FROM_CHANGELOG: the kind of a change becomes a column, and the other way round.
 *
 * <pre>
 *   -U ann, 5  ┐                        ┌  +I UPDATE_BEFORE, ann, 5
 *   +U ann, 6  ┘ ──▶ TO_CHANGELOG   ──▶ └  +I UPDATE_AFTER, ann, 6
 *              ┌     FROM_CHANGELOG ◀──                             (the two rows become one change)
 * </pre>
 *
 * Columns pass by reference. Knows no keys, and does not check that a row that is taken out was there.
 */
@NullMarked
package dev.rowtide.operators.changelog;

import org.jspecify.annotations.NullMarked;
