// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.tick;

/**
 * Where ticks end.
 *
 * @param batch whether the whole input is one tick
 * @param flushIntervalMillis milliseconds between flushes; 0 for no such bound
 * @param flushRows flush after so many input rows; 0 for no such bound
 * @param batchRows rows taken from a source together
 * @param seed the seed of RAND, the same in all ticks of a job
 */
public record TickPolicy(boolean batch, long flushIntervalMillis, long flushRows, int batchRows, long seed) {

    /** Whether each input position's effect is shown: a tick for each round. */
    public boolean everyChange() {
        return !batch && flushIntervalMillis == 0 && flushRows == 0;
    }
}
