// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.connector;

import dev.rowtide.core.plan.ChangelogMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a table's changes come from: splits, each a sequence that can be read again from a position. */
public interface Source {

    /** Which kinds of change it delivers. Anything but {@link ChangelogMode#APPEND} without {@code -U} needs a primary key. */
    ChangelogMode mode();

    /** Whether it ends. */
    boolean bounded();

    /**
     * The splits, in the order in which they are read.
     *
     * @throws dev.rowtide.core.error.EngineException if there are none, or they can't be reached
     */
    List<String> splits();

    /**
     * Whether it reads what a sink of the same connector writes: a job with both would chase, or destroy, its own input and is refused.
     *
     * @param written what {@link Sink#writes()} tells
     */
    default boolean reads(String written) {
        return false;
    }

    /**
     * Opens a split.
     *
     * @param split one of {@link #splits()}
     * @param columns the physical columns of the table to deliver, in this order
     * @param position where to start, as {@link SplitReader#position()} told earlier; null for the start
     * @param badRecords what to do with records that can't be read
     * @throws dev.rowtide.core.error.EngineException if it can't be opened
     */
    SplitReader open(String split, List<Integer> columns, @Nullable String position, BadRecords badRecords);
}
