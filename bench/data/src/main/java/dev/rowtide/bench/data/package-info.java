// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark's input, the same in every measured program: Nexmark events and user clicks as columns in memory, made
 * from a fixed seed, and bids or events as JSON lines.
 *
 * <p>It knows neither our engine nor any peer, and depends on the JDK alone: each program that is measured carries it
 * on a class path of its own.
 */
@NullMarked
package dev.rowtide.bench.data;

import org.jspecify.annotations.NullMarked;
