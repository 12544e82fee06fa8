// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.operators.join;

import dev.rowtide.core.batch.ChangeBatch;
import dev.rowtide.core.batch.Column;
import dev.rowtide.core.batch.Nulls;
import dev.rowtide.core.batch.Watermarks;
import dev.rowtide.core.plan.Join;
import dev.rowtide.core.plan.StateTtl;
import dev.rowtide.operators.merge.MergedRows;
import dev.rowtide.operators.state.Partitions;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The join keys of both inputs of a timed join, by number. Each has a list of rows per input, of which the root is known here, 0 when it is empty. A key that has no rows any
 * more is given up.
 */
final class TimedKeys {

    private final int[][] columns;
    private final boolean[] nullsMatch;
    private final Partitions partitions;
    private final int[][] roots = {new int[16], new int[16]};
    private int[] located = {};
    private long @Nullable [] unmatchable;
    private Column[] merged = {};

    TimedKeys(Join node) {
        int[] left = node.leftKeys().stream().mapToInt(Integer::intValue).toArray();
        int[] right = node.rightKeys().stream().mapToInt(Integer::intValue).toArray();
        columns = new int[][] {left, right};
        nullsMatch = new boolean[left.length];
        for (int k = 0; k < left.length; k++) {
            nullsMatch[k] = node.nullsMatch().get(k);
        }
        partitions = new Partitions(
                node.left().schema().project(left),
                IntStream.range(0, left.length).toArray(),
                StateTtl.FOREVER);
    }

    /** The keys by number, to be written and read. */
    Partitions partitions() {
        return partitions;
    }

    /** Finds the keys of all merged rows. */
    void locate(MergedRows rows) {
        load(rows);
        locate(merged, rows.rows(), located);
    }

    /** Finds the keys of the merged rows {@code from} to {@code to - 1}. */
    void locate(MergedRows rows, int from, int to) {
        if (from == 0 && to == rows.rows()) {
            locate(rows);
            return;
        }
        load(rows);
        int[] selection = IntStream.range(from, to).toArray();
        int[] found = new int[selection.length];
        partitions.locate(
                ChangeBatch.inserts(rows.rows(), merged, 0, Watermarks.absent())
                        .withSelection(selection, selection.length),
                found,
                0);
        System.arraycopy(found, 0, located, from, found.length);
    }

    private void load(MergedRows rows) {
        int n = rows.rows();
        located = located.length < n ? new int[n] : located;
        unmatchable = null;
        merged = new Column[nullsMatch.length];
        for (int k = 0; k < merged.length; k++) {
            merged[k] = rows.column(new int[] {columns[0][k], columns[1][k]});
            if (!nullsMatch[k]) {
                unmatchable = Nulls.union(unmatchable, merged[k].nulls());
            }
        }
    }

    /** Finds the numbers of the keys in {@code n} rows of columns. */
    void locate(Column[] keys, int n, int[] numbers) {
        partitions.locate(ChangeBatch.inserts(n, keys, 0, Watermarks.absent()), numbers, 0);
    }

    /** The key columns of an input. */
    int[] columns(int input) {
        return columns[input];
    }

    /** The key columns of the merged rows that keys were found for last. */
    Column[] merged() {
        return merged;
    }

    /** The number of the key of a merged row. */
    int of(int i) {
        return located[i];
    }

    /** Whether a merged row can have matches: not where a key column is NULL that NULL does not match in. */
    boolean isMatchable(int i) {
        return !Nulls.get(unmatchable, i);
    }

    /** The root of the list of a key's rows of an input. */
    int root(int input, int key) {
        return key < roots[input].length ? roots[input][key] : 0;
    }

    /** A list has another root, and so many rows more. */
    void setRoot(int input, int key, int root, int more) {
        if (key >= roots[input].length) {
            roots[input] = Arrays.copyOf(roots[input], Math.max(key + 1, 2 * roots[input].length));
        }
        roots[input][key] = root;
        // That it is not 0 is all that counts there.
        partitions.setRoot(key, root(0, key) | root(1, key), more);
        if (partitions.root(key) == 0) {
            partitions.noteEmpty(key);
        }
    }

    /** A key may have no rows. */
    void noteEmpty(int key) {
        partitions.noteEmpty(key);
    }

    /** Gives up the keys without rows. */
    void giveUpEmpty() {
        partitions.giveUpEmpty();
    }

    long bytes() {
        return partitions.bytes() + (long) Integer.BYTES * (roots[0].length + roots[1].length);
    }
}
