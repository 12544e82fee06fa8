// SPDX-License-Identifier: Apache-2.0
/**
 * Sources that make their rows up: {@code impulse} counts, {@code datagen} fills the columns of a table. Rows come due by the engine's clock, which may be
 * a virtual one, and depend on their number and a seed only: a source that goes on from a position makes the same rows again.
 */
@NullMarked
package dev.rowtide.connectors.datagen;

import org.jspecify.annotations.NullMarked;
