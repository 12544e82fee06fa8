// SPDX-License-Identifier: Apache-2.0
/**
 * Each query as a hand-written loop: one thread, the columns of the input read in place, tables with primitive keys,
 * changes put into {@link dev.rowtide.bench.loop.Output} batches. It shows what the machine allows when nothing is
 * general; an engine is measured by how near it comes.
 *
 * <p>A loop knows its query and the layout of the input, and nothing of any engine.
 */
@NullMarked
package dev.rowtide.bench.loop;

import org.jspecify.annotations.NullMarked;
