// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.plan.ChangelogMode;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.type.Schema;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a join knows of one of its inputs.
 *
 * @param schema its columns
 * @param keys its join key, in the order of the other input's
 * @param naming how its changes name the rows that they replace or take out
 * @param rowKey the columns in which its rows differ, a unique key; all columns if none is known
 * @param isAppendOnly whether no row is ever taken out or replaced
 * @param upsert whether a row that is put replaces the one with its row key
 * @param showsUnmatched whether a row without a match is in the result
 */
record JoinInput(
        Schema schema,
        int[] keys,
        Naming naming,
        int[] rowKey,
        boolean isAppendOnly,
        boolean upsert,
        boolean showsUnmatched) {

    /** How a change names the stored row that it is about. */
    enum Naming {
        /** By the join key, which holds a unique key: there is one row at most. */
        JOIN_KEY,
        /** By a unique key that is not the join key. */
        ROW_KEY,
        /** By all its values. */
        WHOLE_ROW
    }

    static JoinInput left(Join node) {
        return of(node.left(), node.leftKeys(), node.type().padsLeft() || node.type() == JoinType.ANTI);
    }

    static JoinInput right(Join node) {
        return of(node.right(), node.rightKeys(), node.type().padsRight());
    }

    private static JoinInput of(PlanNode input, List<Integer> keyColumns, boolean showsUnmatched) {
        int[] keys = keyColumns.stream().mapToInt(Integer::intValue).toArray();
        ColumnSet joinKey = ColumnSet.of(keys);
        ChangelogMode mode = input.mode();
        boolean upsert = mode.updateAfter() && !mode.updateBefore() || mode.keyOnlyDeletes();
        ColumnSet unique = input.traits().uniqueKeys().stream()
                .min(Comparator.comparing((ColumnSet key) -> !key.equals(joinKey))
                        .thenComparing(key -> !joinKey.containsAll(key))
                        .thenComparing(ColumnSet::size)
                        .thenComparing(ColumnSet::toString))
                .orElse(null);
        if (unique == null) {
            if (upsert) {
                throw new IllegalArgumentException("an upsert stream without a unique key: " + input);
            }
            int[] all = IntStream.range(0, input.schema().size()).toArray();
            return new JoinInput(
                    input.schema(), keys, Naming.WHOLE_ROW, all, mode.isAppendOnly(), false, showsUnmatched);
        }
        return new JoinInput(
                input.schema(),
                keys,
                naming(mode, upsert, unique, joinKey),
                unique.toArray(),
                mode.isAppendOnly(),
                upsert,
                showsUnmatched);
    }

    /** An append-only input that has a key twice, though it declares that it hasn't, has both rows joined: no result is ever taken back. */
    private static Naming naming(ChangelogMode mode, boolean upsert, ColumnSet unique, ColumnSet joinKey) {
        if (mode.isAppendOnly()) {
            return Naming.WHOLE_ROW;
        }
        if (unique.equals(joinKey) || !upsert && joinKey.containsAll(unique)) {
            return Naming.JOIN_KEY;
        }
        return upsert ? Naming.ROW_KEY : Naming.WHOLE_ROW;
    }

    /** Whether a join key can have several rows. */
    boolean isChained() {
        return naming != Naming.JOIN_KEY;
    }
}
