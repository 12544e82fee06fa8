// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.testing;

import dev.rowtide.operators.testing.Restoring.Way;

/**
 * One way in which a job may run a scenario.
 *
 * @param name says it in messages
 * @param everyChange the operator's mode
 * @param positionsPerRound how much a round takes of all inputs together
 * @param positionsPerBatch how much a batch takes of one input; {@link #ROW_BY_ROW} for a row, which parts the rows of a position
 * @param tickPerRound whether each round is a tick of its own, besides the ticks that the scenario tells
 * @param receivesAtTickEnd whether the input comes after the last advance of the tick, as from operators before that emit at the tick's end
 * @param restore what happens to the operator after each tick
 * @param layout how the rows lie
 */
record Run(
        String name,
        boolean everyChange,
        int positionsPerRound,
        int positionsPerBatch,
        boolean tickPerRound,
        boolean receivesAtTickEnd,
        Way restore,
        BatchLayout layout) {

    private static final int ALL = Integer.MAX_VALUE;

    static final int ROW_BY_ROW = 0;

    static final Run REFERENCE = new Run("whole", true, ALL, ALL, false, false, Way.NONE, BatchLayout.PLAIN);

    static final Run[] EVERY_CHANGE = {
        new Run("position by position", true, 1, 1, false, false, Way.NONE, BatchLayout.PLAIN),
        new Run("in rounds of 7 positions", true, 7, ALL, false, false, Way.NONE, BatchLayout.PLAIN),
        new Run("in batches of 2 positions", true, ALL, 2, false, false, Way.NONE, BatchLayout.PLAIN),
        new Run("row by row", true, 5, ROW_BY_ROW, false, false, Way.NONE, BatchLayout.PLAIN),
        new Run("with selections", true, ALL, ALL, false, false, Way.NONE, BatchLayout.DISGUISED),
        new Run("in rounds of 3 with selections", true, 3, 2, false, false, Way.NONE, BatchLayout.DISGUISED),
        new Run("restored at each tick", true, ALL, ALL, false, false, Way.WHOLE, BatchLayout.PLAIN),
        new Run(
                "each position a tick, restored in between",
                true,
                1,
                1,
                true,
                false,
                Way.HALVES,
                BatchLayout.DISGUISED),
        new Run("each 7 positions a tick, restored apart", true, 7, ALL, true, false, Way.APART, BatchLayout.PLAIN)
    };

    static final Run CONSOLIDATED_REFERENCE =
            new Run("consolidated", false, ALL, ALL, false, false, Way.NONE, BatchLayout.PLAIN);

    static final Run[] CONSOLIDATED = {
        new Run("consolidated, position by position", false, 1, 1, false, false, Way.HALVES, BatchLayout.PLAIN),
        new Run(
                "consolidated, in batches of 2 at the tick's end",
                false,
                7,
                2,
                false,
                true,
                Way.APART,
                BatchLayout.DISGUISED)
    };
}
