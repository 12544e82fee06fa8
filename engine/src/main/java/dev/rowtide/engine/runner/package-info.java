// SPDX-License-Identifier: Apache-2.0
/**
 * Runs plans in this process: operators wired into a graph, driven in rounds and ticks by one thread, which several workers help:
 *
 * <pre>
 *   stage (one fragment) ──▶ exchange ──▶ split by key ─┬▶ fragment of worker 1 ─┬▶ exchange, merged by position ──▶ …
 *                                                       └▶ fragment of worker 2 ─┘
 * </pre>
 *
 * The only threads of the engine are here ({@code Workers}); what they run does not know of them.
 */
@NullMarked
package dev.rowtide.engine.runner;

import org.jspecify.annotations.NullMarked;
