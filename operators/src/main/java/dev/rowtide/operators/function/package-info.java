// SPDX-License-Identifier: Apache-2.0
/**
 * Bodies of the built-in functions, as loops over columns: argument columns in, result column out, no knowledge of expressions or operators. A package per
 * family, each with a factory that picks the body by the types and literals of a call:
 *
 * <pre>
 *   expression ──▶ arithmetic, comparison, logic, cast, text, time ──▶ VectorFunction, Rows, Failures
 * </pre>
 *
 * A body never allocates per row on its fast path, calls nothing virtual per row, and reads no value beneath a NULL in a way that could fail.
 */
@NullMarked
package dev.rowtide.operators.function;

import org.jspecify.annotations.NullMarked;
