// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Join;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.Keys;
import dev.rowtide.operators.state.RecordTable;
import dev.rowtide.operators.state.RowStore;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The join keys of both inputs, in one table. Rows with NULL in a key column that NULL does not match in have a record too, though no matches: they are
 * <em>unmatchable</em>.
 */
final class JoinKeys {

    private final int[][] columns;
    private final boolean[] nullsMatch;
    private final Keys keys;
    private int[] at = {};
    private long @Nullable [] unmatchable;

    JoinKeys(Join node, int valueWords) {
        int[] left = node.leftKeys().stream().mapToInt(Integer::intValue).toArray();
        int[] right = node.rightKeys().stream().mapToInt(Integer::intValue).toArray();
        columns = new int[][] {left, right};
        nullsMatch = new boolean[left.length];
        for (int k = 0; k < left.length; k++) {
            nullsMatch[k] = node.nullsMatch().get(k);
        }
        keys = Keys.of(
                node.left().schema().project(left),
                IntStream.range(0, left.length).toArray(),
                valueWords);
    }

    RecordTable table() {
        return keys.table();
    }

    /** Finds the records of all merged rows; their addresses hold until the next call. */
    void locate(MergedRows rows) {
        int n = rows.rows();
        at = at.length < n ? new int[n] : at;
        unmatchable = null;
        Column[] merged = new Column[nullsMatch.length];
        for (int k = 0; k < merged.length; k++) {
            merged[k] = rows.column(new int[] {columns[0][k], columns[1][k]});
            if (!nullsMatch[k]) {
                unmatchable = Nulls.union(unmatchable, merged[k].nulls());
            }
        }
        keys.locate(ChangeBatch.inserts(n, merged, 0, Watermarks.absent()), null, n, at);
    }

    /** The address of the record of a merged row. */
    int address(int i) {
        return at[i];
    }

    /** Whether a merged row can have matches. */
    boolean isMatchable(int i) {
        return !Nulls.get(unmatchable, i);
    }

    /** The address of the record of a stored row of an input. */
    int address(int input, RowStore rows, int number) {
        int[] one = {number};
        Column[] key = new Column[nullsMatch.length];
        for (int k = 0; k < key.length; k++) {
            key[k] = rows.column(columns[input][k], one, 1);
        }
        return keys.find(ChangeBatch.inserts(1, key, 0, Watermarks.absent()), 0);
    }

    /** Whether a stored row of an input can have matches. */
    boolean isMatchable(int input, RowStore rows, int number) {
        for (int k = 0; k < nullsMatch.length; k++) {
            if (!nullsMatch[k] && rows.isNull(number, columns[input][k])) {
                return false;
            }
        }
        return true;
    }

    /** Whether a stored row of an input has the key of a row of a batch. */
    boolean isSame(int input, RowStore rows, int number, ChangeBatch batch, int row) {
        return rows.equals(number, batch, row, columns[input]);
    }
}
