// SPDX-License-Identifier: Apache-2.0
/**
 * The change batch, the unit of work: up to {@value dev.rowtide.core.batch.ChangeBatch#ROWS_MAX} changes in columns.
 *
 * <pre>
 *            kinds  positions  column 0   column 1 ...      watermarks (runs over positions)
 *   row 0     +I       17       long[]     bytes            ...
 *   row 1     -U       18        ...        ...
 *   row 2     +U       18
 * </pre>
 *
 * A batch that was handed on is never changed, nor are the arrays under it. Knows types only.
 */
@NullMarked
package dev.rowtide.core.batch;

import org.jspecify.annotations.NullMarked;
