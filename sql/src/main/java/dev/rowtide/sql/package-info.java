// SPDX-License-Identifier: Apache-2.0
/**
 * From a parsed statement to a plan. The passes are packages, in the order in which a query meets them:
 *
 * <pre>
 *   catalog ─▶ validate ─▶ optimize ─▶ translate ─▶ changelog
 *    names      types      relational   core plan    which changes
 *                            plan        records      each node sends
 * </pre>
 *
 * This package holds what the engine calls. Calcite stops at {@code translate}: its types appear in no plan. Nothing here reads a clock, touches a file (a
 * connector does, when asked for the columns of a table) or starts a thread.
 */
@NullMarked
package dev.rowtide.sql;

import org.jspecify.annotations.NullMarked;
