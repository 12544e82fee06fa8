// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.tests.oracle;

/**
 * How a planned query is run.
 *
 * @param workers how many workers it has at first
 * @param everyChange whether each position's effect is written, or the tick's
 * @param batchRows how many rows are read at a time, where ticks don't end anywhere
 * @param tickRows how many rows end a tick, where they don't end anywhere
 * @param handover what happens to the state between ticks, which then end anywhere; none if nothing does
 */
record Way(int workers, boolean everyChange, int batchRows, int tickRows, Handover handover) {

    /** What happens to the state between ticks. */
    enum Handover {
        NONE,
        /** Every operator is replaced by one, or by several, that are given its state. */
        OPERATORS,
        /** All is written, and read by as many workers as it happens. */
        WORKERS
    }

    /** Every change, so many rows at a time. */
    static Way everyChange(int workers, int batchRows) {
        return new Way(workers, true, batchRows, 1, Handover.NONE);
    }

    /** What so many rows in all have changed. */
    static Way flushed(int workers, int tickRows) {
        return new Way(workers, false, tickRows, tickRows, Handover.NONE);
    }

    /** With ticks that end anywhere, and state that changes hands between them. */
    static Way restored(boolean everyChange, Handover handover) {
        return new Way(1, everyChange, 0, 0, handover);
    }

    @Override
    public String toString() {
        String what = everyChange ? "every change" : "flushed";
        String ticks = handover != Handover.NONE
                ? ", restored between ticks (" + handover + ")"
                : ", " + (everyChange ? "batches of " + batchRows : "every " + tickRows + " rows");
        return what + ticks + (workers > 1 ? ", " + workers + " workers" : "");
    }
}
