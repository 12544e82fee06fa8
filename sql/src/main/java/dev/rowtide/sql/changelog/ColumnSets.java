// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.changelog;

import dev.rowtide.core.plan.ColumnSet;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Column sets as the passes make them. */
final class ColumnSets {

    private ColumnSets() {}

    static ColumnSet of(List<Integer> columns) {
        return ColumnSet.of(columns.stream().mapToInt(Integer::intValue).toArray());
    }

    /** The first {@code count} columns. */
    static ColumnSet first(int count) {
        return ColumnSet.of(IntStream.range(0, count).toArray());
    }

    /** The same columns where they stand behind {@code width} others. */
    static ColumnSet behind(int width, ColumnSet columns) {
        return ColumnSet.of(
                Arrays.stream(columns.toArray()).map(column -> column + width).toArray());
    }

    /** The columns from {@code from} up to but without {@code to}, as they stand without those in front. */
    static ColumnSet part(ColumnSet columns, int from, int to) {
        return ColumnSet.of(Arrays.stream(columns.toArray())
                .filter(column -> column >= from && column < to)
                .map(column -> column - from)
                .toArray());
    }
}
