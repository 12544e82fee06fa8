// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.batch.ChangeBatch;

/** Writes changes. Called by one thread: the start of a tick, its batches, its end, again and again, then finish or close. */
public interface SinkWriter extends AutoCloseable {

    /**
     * The changes to come belong to a tick.
     *
     * @param nowMillis the tick's processing time, milliseconds since the epoch: the only time that a sink may write
     */
    default void beginTick(long nowMillis) {}

    /** Takes changes of the current tick, in order. The sink may hold them back until the end of the tick. */
    void write(ChangeBatch batch);

    /** Everything of the tick was written: it becomes visible now, whole. */
    void endTick();

    /** The job ended well: whatever is buffered goes out. Not called when it failed. */
    void finish();

    /** The messages written so far, as the sink's encoding counts them. */
    long messages();

    /** Releases files and connections; after {@link #finish()}, or alone when the job failed. */
    @Override
    void close();
}
