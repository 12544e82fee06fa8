// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.batch.ChangeBatch;

/** Writes changes. Called by one thread: batches, then the end of the tick that they belong to, again and again, then finish or close. */
public interface SinkWriter extends AutoCloseable {

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
