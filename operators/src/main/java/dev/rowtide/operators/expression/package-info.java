// SPDX-License-Identifier: Apache-2.0
/**
 * Expressions as typed vector kernels: each evaluates one call over a whole batch, or over the rows of a selection, into a column. CASE, AND, OR and COALESCE
 * evaluate their parts lazily, on the rows that need them; a row on which a kernel fails is noted and does not disturb the others.
 */
@NullMarked
package dev.rowtide.operators.expression;

import org.jspecify.annotations.NullMarked;
