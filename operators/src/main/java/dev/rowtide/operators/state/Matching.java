// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.state;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.PlanNode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** How a change of the input says which row it takes out. */
public enum Matching {
    /** It takes none out: there are inserts only. */
    NOTHING,
    /** It carries the whole row. */
    WHOLE_ROW,
    /** It carries the row's key; a row put under a key takes the place of the one before. */
    KEY;

    /** What an input of that mode needs. */
    public static Matching of(ChangelogMode mode) {
        if (mode.isAppendOnly()) {
            return NOTHING;
        }
        boolean wholeRows = mode.updateBefore() || !mode.updateAfter() && !mode.keyOnlyDeletes();
        return wholeRows ? WHOLE_ROW : KEY;
    }

    /**
     * The columns by which rows of the input are looked up: its smallest unique key, and of several the one with the smaller columns. Whole rows of an input
     * without unique key are looked up by all columns.
     */
    public int[] columns(PlanNode input) {
        int[] all = IntStream.range(0, input.schema().size()).toArray();
        return input.traits().uniqueKeys().stream()
                .map(ColumnSet::toArray)
                .min(Comparator.<int[]>comparingInt(key -> key.length).thenComparing(Arrays::compare))
                .orElse(all);
    }
}
