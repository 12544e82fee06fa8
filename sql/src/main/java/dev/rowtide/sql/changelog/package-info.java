// SPDX-License-Identifier: Apache-2.0
/**
 * Which kinds of change flow where, and the plan as text. Between {@code translate}, whose plan it annotates, and the engine, which builds an operator per node.
 *
 * <pre>
 *   plan ─▶ NormalizeSources ─▶ OfferedChanges ─▶ RequiredChanges ─▶ AnnotatePlan ─▶ plan with modes
 *           full rows above     forward: what     backward: what      the least that
 *           upsert sources      each node can     each parent needs   satisfies both
 *                               produce
 * </pre>
 *
 * Knows core's plan records, and which filters are a table's constraints: neither Calcite nor SQL text, and nothing of how an operator works.
 */
@NullMarked
package dev.rowtide.sql.changelog;

import org.jspecify.annotations.NullMarked;
