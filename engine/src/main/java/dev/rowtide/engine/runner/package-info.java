// SPDX-License-Identifier: Apache-2.0
/**
 * Runs plans in this process: one operator per plan node, wired into a graph, driven in rounds and ticks by one thread.
 */
@NullMarked
package dev.rowtide.engine.runner;

import org.jspecify.annotations.NullMarked;
