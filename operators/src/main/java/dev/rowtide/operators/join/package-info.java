// SPDX-License-Identifier: Apache-2.0
/**
 * Joins of two changing tables: inner, outer, semi and anti, with equal keys, a further condition, both or neither.
 *
 * <pre>
 *   rows of both inputs by position ──▶ steps ──▶ RowChanges: what changed of each input in the step, net
 *     ──▶ StepLog: the pairs of rows that may have come or gone, from the chains of the keys in state
 *     ──▶ ResidualCondition: which pairs match, many steps at a time
 *     ──▶ PairResults: pairs, padded rows and updates, in order ──▶ JoinOutput: columns gathered from the stored rows
 * </pre>
 *
 * A step is a position, or in consolidated mode the tick. Both inputs' keys are in one table, so that a row finds its own chain and that of its matches with one
 * look-up. Where only the existence of matches counts ({@link dev.rowtide.operators.join.ExistenceJoin}), the right rows of a key are a number.
 *
 * <p>Where both inputs are inserts, the pairs of an inner join that match are its results: {@link dev.rowtide.operators.join.InsertedPairs} takes the place of the log.
 *
 * <p>Joins by time ({@link dev.rowtide.operators.join.IntervalJoinOperator}, {@link dev.rowtide.operators.join.TemporalJoinOperator}) share the log, the condition and the output;
 * their rows are kept by key in the order of their times, and are given up as the watermark rises.
 */
@NullMarked
package dev.rowtide.operators.join;

import org.jspecify.annotations.NullMarked;
