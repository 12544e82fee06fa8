// SPDX-License-Identifier: Apache-2.0
/**
 * OVER windows: each row with functions of the rows around it in its partition. The rows of a partition stand in an ordered tree, of whose subtrees sums, counts and
 * extremes are known, so that a function of any frame takes logarithmic time; each row keeps the results that it is shown with.
 *
 * <pre>
 *   change ──▶ OverRows: into the tree, or out of it ──▶ position complete: NetEffects
 *                 each function says what a change can reach (Scans): a few rows around it, or all from it on until one is as before
 *                 ──▶ results computed anew, those that differ ──▶ OverChanges ──▶ columns of stored rows
 * </pre>
 *
 * Knows no plan beyond its own node.
 */
@NullMarked
package dev.rowtide.operators.over;

import org.jspecify.annotations.NullMarked;
