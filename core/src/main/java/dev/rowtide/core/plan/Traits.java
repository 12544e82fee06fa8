// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.core.plan;

import dev.rowtide.core.type.Schema;
import java.util.Set;

/**
 * What holds of a node's output.
 *
 * @param schema its columns
 * @param uniqueKeys sets of columns in which no two rows of the result agree at any time (minimal ones, not all supersets); in an upsert stream only those that no
 *     update changes, so that each of them names the row that a change is for
 * @param mode which kinds of change it carries; {@link ChangelogMode#UNKNOWN} before inference
 */
public record Traits(Schema schema, Set<ColumnSet> uniqueKeys, ChangelogMode mode) {

    public Traits {
        uniqueKeys = Set.copyOf(uniqueKeys);
    }

    /** The same with another mode. */
    public Traits withMode(ChangelogMode mode) {
        return new Traits(schema, uniqueKeys, mode);
    }

    /** Whether some unique key lies within {@code columns}. */
    public boolean isUnique(ColumnSet columns) {
        return uniqueKeys.stream().anyMatch(columns::containsAll);
    }
}
