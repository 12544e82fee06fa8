// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import java.util.Set;

/**
 * What a node can produce.
 *
 * @param mode the kinds, with {@code -U} wherever the node is able to send it
 * @param stable the columns that no update changes: equal in a {@code -U} and its {@code +U}, and filled in a delete that carries the key only; all columns
 *     where rows are never updated
 * @param complete whether a {@code -U} never comes without its {@code +U}, so that it can be dropped on a stream with a key
 * @param keys the unique keys that count when a sink or a join asks for one: all that hold, or under {@code compatibility = 'flink'} those that Flink sees
 */
record Offer(ChangelogMode mode, ColumnSet stable, boolean complete, Set<ColumnSet> keys) {

    /** Whether at most one row has the same {@code columns} at a time. */
    boolean isUnique(ColumnSet columns) {
        return keys.stream().anyMatch(columns::containsAll);
    }

    /**
     * The columns that are equal in the {@code -U} and the {@code +U} next to it that an operator takes for one update. Where halves can be missing, those of different
     * updates may come to stand side by side.
     */
    ColumnSet stableWhenPaired() {
        return complete || !mode.hasUpdates() ? stable : ColumnSet.of();
    }

    /** Whether a row can leave, or an update can change one of {@code columns}. */
    boolean takesOut(ColumnSet columns) {
        return mode.delete() || mode.hasUpdates() && !(complete && stable.containsAll(columns));
    }
}
