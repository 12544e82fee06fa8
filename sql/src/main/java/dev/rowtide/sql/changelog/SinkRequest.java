// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.connector.Sink;
import dev.rowtide.core.plan.ConflictAction;
import dev.rowtide.core.plan.SinkNode;
import org.jspecify.annotations.Nullable;

/**
 * A root of a plan and what is written to.
 *
 * @param node the root, its modes not known yet
 * @param sink the sink of its table
 * @param conflictAction what the statement says about rows with one key; null when it says nothing
 */
public record SinkRequest(
        SinkNode node, Sink sink, @Nullable ConflictAction conflictAction) {

    /** Whether it matters that two rows have one key, and not only which of them is the latest. */
    public boolean looksForConflicts() {
        return conflictAction != null && conflictAction != ConflictAction.DEDUPLICATE;
    }
}
