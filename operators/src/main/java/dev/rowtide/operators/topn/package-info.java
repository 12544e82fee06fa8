// SPDX-License-Identifier: Apache-2.0
/**
 * Top-N, deduplication and LIMIT: of each partition the rows whose rank lies in a range. The operator cuts its input at positions; one of four strategies keeps the rows and
 * says what a position, or a tick, changed:
 *
 * <pre>
 *   input, result                           strategy              keeps per partition
 *   inserts only, no order                  ArrivalLimit          a count
 *   inserts only, the first row             FirstRows             one row
 *   inserts only, the first few rows        BoundedRows           as many rows, in a block
 *   anything else                           OrderedPartitions     all rows (of inserts: those that can still be in range), in a tree
 *
 *   change ──▶ strategy: rows kept, rows touched ──▶ position complete: net effect ──▶ RowChanges ──▶ columns of stored rows
 * </pre>
 *
 * <p>Without ranks in the output the result is a set of rows: a row that leaves it is a {@code -D}, one that enters it a {@code +I}. With ROW_NUMBER in the output, or
 * where there is one row per partition, the result is a row per rank, and another row at a rank is a {@code -U +U}. Knows no plan beyond its own node.
 *
 * <p>What the first row of a partition changes to is a row of the input: FirstRows {@linkplain dev.rowtide.operators.topn.Ranking.Passage passes} such rows on, as they
 * came in where no {@code -U} is asked for, and stores the last of each partition and batch only.
 */
@NullMarked
package dev.rowtide.operators.topn;

import org.jspecify.annotations.NullMarked;
