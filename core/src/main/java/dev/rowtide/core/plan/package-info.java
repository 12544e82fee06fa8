// SPDX-License-Identifier: Apache-2.0
/**
 * The physical plan: immutable records that say what is computed, with changelog modes on each node. Nothing here knows how SQL
 * looks, nor how an operator keeps its state.
 */
@NullMarked
package dev.rowtide.core.plan;

import org.jspecify.annotations.NullMarked;
