// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.plan.Join;
import dev.rowtide.operators.state.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The left rows of a join, numbered as they came and found by key. They stay in their batches. */
final class LeftRows {

    /** The number of no row. */
    static final int NONE = -1;

    // The words of a key: the numbers of its first and its last row, plus 1.
    private static final int FIRST_WORD = 0;
    private static final int LAST_WORD = 1;
    private static final int WORDS = 2;

    private final int[] leftKeys;
    private final int[] rightKeys;
    private final boolean[] nullsMatch;
    private final Keys keys;
    private final List<ChangeBatch> batches = new ArrayList<>();
    private int[] batchOf = {};
    private int[] rowOf = {};
    private int[] next = {};

    LeftRows(Join node) {
        leftKeys = node.leftKeys().stream().mapToInt(Integer::intValue).toArray();
        rightKeys = node.rightKeys().stream().mapToInt(Integer::intValue).toArray();
        nullsMatch = new boolean[leftKeys.length];
        for (int k = 0; k < nullsMatch.length; k++) {
            nullsMatch[k] = node.nullsMatch().get(k);
        }
        keys = Keys.of(
                node.left().schema().project(leftKeys),
                IntStream.range(0, leftKeys.length).toArray(),
                WORDS);
    }

    void add(ChangeBatch batch) {
        batches.add(batch);
    }

    /** Makes all rows found that were added. */
    void index() {
        int size = batches.stream().mapToInt(ChangeBatch::size).sum();
        batchOf = new int[size];
        rowOf = new int[size];
        next = new int[size];
        Arrays.fill(next, NONE);
        keys.table().reserve(size);
        int number = 0;
        for (int b = 0; b < batches.size(); b++) {
            int n = matchable(batches.get(b), leftKeys, rowOf, number);
            Arrays.fill(batchOf, number, number + n, b);
            link(batches.get(b), number, n);
            number += n;
        }
    }

    /** The rows of a batch that can have matches go to {@code rows} from {@code from} on; how many they are. */
    private int matchable(ChangeBatch batch, int[] keyColumns, int[] rows, int from) {
        long[] nulls = nulls(batch, keyColumns);
        int end = from;
        for (int i = 0; i < batch.size(); i++) {
            int row = batch.row(i);
            if (!Nulls.get(nulls, row)) {
                rows[end++] = row;
            }
        }
        return end - from;
    }

    private long @Nullable [] nulls(ChangeBatch batch, int[] keyColumns) {
        long[] nulls = null;
        for (int k = 0; k < nullsMatch.length; k++) {
            nulls = nullsMatch[k]
                    ? nulls
                    : Nulls.union(nulls, batch.column(keyColumns[k]).nulls());
        }
        return nulls;
    }

    private void link(ChangeBatch batch, int from, int n) {
        int[] at = locate(batch, leftKeys, Arrays.copyOfRange(rowOf, from, from + n), n);
        long[] records = keys.table().records();
        int valueOffset = keys.table().valueOffset();
        int fresh = 0;
        for (int i = 0; i < n; i++) {
            int word = at[i] + valueOffset;
            int number = from + i;
            if (records[word + FIRST_WORD] == 0) {
                records[word + FIRST_WORD] = number + 1L;
                fresh++;
            } else {
                next[(int) records[word + LAST_WORD] - 1] = number;
            }
            records[word + LAST_WORD] = number + 1L;
        }
        keys.table().addLive(fresh);
    }

    private int[] locate(ChangeBatch batch, int[] keyColumns, int[] rows, int n) {
        Column[] columns = new Column[keyColumns.length];
        for (int k = 0; k < columns.length; k++) {
            columns[k] = batch.column(keyColumns[k]);
        }
        int[] at = new int[n];
        keys.locate(batch.withColumns(columns), rows, n, at);
        return at;
    }

    /**
     * Finds the rows that match those of a batch.
     *
     * @param rows receives the physical rows that may have matches
     * @param first receives the number of the first match of each, or {@link #NONE}
     * @return how many rows may have matches
     */
    int find(ChangeBatch right, int[] rows, int[] first) {
        int n = matchable(right, rightKeys, rows, 0);
        int[] at = locate(right, rightKeys, rows, n);
        long[] records = keys.table().records();
        int valueOffset = keys.table().valueOffset();
        for (int i = 0; i < n; i++) {
            first[i] = (int) records[at[i] + valueOffset + FIRST_WORD] - 1;
        }
        return n;
    }

    /** The row behind a row of the same key, or {@link #NONE}. */
    int next(int number) {
        return next[number];
    }

    /** The batch that a row lies in, by its place among those of {@link #column}. */
    int batchOf(int number) {
        return batchOf[number];
    }

    /** The physical row of that batch. */
    int rowOf(int number) {
        return rowOf[number];
    }

    /** A column of all batches. */
    Column[] column(int index) {
        return batches.stream().map(batch -> batch.column(index)).toArray(Column[]::new);
    }

    /** Forgets all rows, but not their keys. */
    void clear() {
        batches.clear();
    }
}
