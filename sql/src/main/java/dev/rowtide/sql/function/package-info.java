// SPDX-License-Identifier: Apache-2.0
/**
 * The long tail of functions: those without a vector kernel, run row by row through Calcite's own library. Between the validated query, whose calls it takes
 * over, and the engine, which sees a core {@link dev.rowtide.core.function.ScalarFunction}.
 *
 * <pre>
 *   RexCall ─▶ RefusedFunctions ─▶ CallInputs ─▶ CalciteFunction ─▶ CompiledCall (on the first row: Janino)
 * </pre>
 *
 * Nothing of Calcite's code generator may load before the first row of a query that needs it.
 */
@NullMarked
package dev.rowtide.sql.function;

import org.jspecify.annotations.NullMarked;
