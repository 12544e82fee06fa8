// SPDX-License-Identifier: Apache-2.0
/**
 * Where Calcite ends: relational nodes become the engine's plan records, its expressions the engine's. Equal parts of all plans of a job become one node,
 * and columns that nobody reads disappear, down to the scan. Ends in nodes whose changelog modes are unknown yet.
 *
 * <pre>
 *   TranslatePlan ─▶ PlanNodes (shares equal nodes, finds unique keys) ─▶ NeededColumns ─▶ PruneColumns
 *        └─ TranslateExpression ─▶ kernels where there are, else CalciteFunction
 * </pre>
 */
@NullMarked
package dev.rowtide.sql.translate;

import org.jspecify.annotations.NullMarked;
