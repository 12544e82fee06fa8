// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators;

/**
 * What is recorded of a tick before it runs: everything an operator may depend on besides its input.
 *
 * @param number numbers the ticks of a job from 1
 * @param nowMillis the tick's processing time, milliseconds since the epoch; never falls from tick to tick
 * @param seed the job's seed for {@code RAND}
 */
public record Tick(long number, long nowMillis, long seed) {}
