// SPDX-License-Identifier: Apache-2.0
/**
 * Joins with tables outside that are asked for the rows of a key. Asking is done by what the job gives the operator; here is only what is kept of the answers, which is
 * part of the operator's state like any other: a restored job goes on with the answers that it had.
 */
@NullMarked
package dev.rowtide.operators.lookup;

import org.jspecify.annotations.NullMarked;
