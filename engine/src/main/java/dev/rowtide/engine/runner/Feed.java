// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.engine.runner;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.plan.PlanNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What flows into one leaf of a graph. */
public interface Feed extends AutoCloseable {

    /** The leaf. */
    PlanNode leaf();

    /** Whether it ends. */
    boolean bounded();

    /** The next changes, or null if there are none now; see {@code SplitReader.poll}. */
    @Nullable
    ChangeBatch poll(long firstPosition, int rowsMax, long nowMillis);

    /** Whether nothing will come any more. */
    boolean ended();

    /** When {@link #poll} may have something, milliseconds since the epoch. */
    long nextPollMillis(long nowMillis);

    /** Where in the outside the change at {@code position}, of the last batch, came from; null if unknown. */
    @Nullable
    String place(long position);

    /** What a user should know about what was read so far, a sentence each. */
    List<String> remarks();

    /** Bytes read and bytes in all; zeros when unknown. */
    long[] progressBytes();

    @Override
    void close();
}
