// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The sets of columns in which no two rows of a node's result agree; the smallest ones. */
final class UniqueKeys {

    /** The number of keys that columns which are passed on several times may make of one. */
    private static final int KEYS_MAX = 64;

    private UniqueKeys() {}

    /** A scan's: the table's primary key, where all of it is read. */
    static Set<ColumnSet> ofScan(Table table, List<Integer> columns) {
        if (table.primaryKey().isEmpty()) {
            return Set.of();
        }
        List<String> names = columns.stream().map(table.schema()::name).toList();
        int[] key = new int[table.primaryKey().size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = names.indexOf(table.primaryKey().get(i));
            if (key[i] < 0) {
                return Set.of();
            }
        }
        return Set.of(ColumnSet.of(key));
    }

    /** A projection's: the input's keys all of whose columns it passes on. */
    static Set<ColumnSet> ofProject(PlanNode input, List<Expression> expressions) {
        Map<Integer, List<Integer>> positions = new HashMap<>();
        for (int i = 0; i < expressions.size(); i++) {
            int column = InjectiveCasts.column(expressions.get(i));
            positions.computeIfAbsent(column, unseen -> new ArrayList<>()).add(i);
        }
        return moved(input.traits().uniqueKeys(), positions);
    }

    /** A grouping's: the group, or what is unique within it already. Without keys there is at most one row. */
    static Set<ColumnSet> ofAggregate(PlanNode input, List<Integer> keys) {
        Map<Integer, List<Integer>> positions = new HashMap<>();
        int[] all = new int[keys.size()];
        for (int i = 0; i < all.length; i++) {
            positions.put(keys.get(i), List.of(i));
            all[i] = i;
        }
        Set<ColumnSet> within = moved(input.traits().uniqueKeys(), positions);
        return within.isEmpty() ? Set.of(ColumnSet.of(all)) : within;
    }

    /** Whether no two rows of a node's result agree in {@code columns}, by a grouping below and not only by what a table is declared to be. */
    static boolean areDistinct(PlanNode node, ColumnSet columns) {
        if (node instanceof GroupAggregate grouping) {
            return IntStream.range(0, grouping.keys().size()).allMatch(columns::contains);
        }
        if (node instanceof Filter filter) {
            return areDistinct(filter.input(), columns);
        }
        return node instanceof Project project
                && areDistinct(
                        project.input(),
                        ColumnSet.of(Arrays.stream(columns.toArray())
                                .map(column -> InjectiveCasts.column(
                                        project.expressions().get(column)))
                                .filter(column -> column >= 0)
                                .toArray()));
    }

    /** The keys behind a node that moves columns: of each column of a key, one of the positions that it is at. */
    private static Set<ColumnSet> moved(Set<ColumnSet> keys, Map<Integer, List<Integer>> positions) {
        Set<ColumnSet> moved = new HashSet<>();
        for (ColumnSet key : keys) {
            Set<ColumnSet> choices = Set.of(ColumnSet.of());
            for (int column : key.toArray()) {
                choices = extended(choices, positions.getOrDefault(column, List.of()));
            }
            moved.addAll(choices);
        }
        return moved;
    }

    /** Every choice with every one of the positions, as long as they are not too many to be of use. */
    private static Set<ColumnSet> extended(Set<ColumnSet> choices, List<Integer> positions) {
        int taken = Math.min(positions.size(), Math.max(1, KEYS_MAX / Math.max(1, choices.size())));
        Set<ColumnSet> extended = new HashSet<>();
        for (ColumnSet choice : choices) {
            for (int position : positions.subList(0, taken)) {
                extended.add(choice.union(ColumnSet.of(position)));
            }
        }
        return extended;
    }
}
