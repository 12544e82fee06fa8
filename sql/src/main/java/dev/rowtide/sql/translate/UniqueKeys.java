// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.LookupJoin;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.plan.Unnest;
import dev.rowtide.core.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    /**
     * An unnesting's: the input's keys that are kept, each with what tells the elements of one collection apart: their
     * number, or the key of a map.
     */
    static Set<ColumnSet> ofUnnest(Unnest node) {
        Map<Integer, List<Integer>> positions = new HashMap<>();
        for (int i = 0; i < node.kept().size(); i++) {
            positions
                    .computeIfAbsent(node.kept().get(i), unseen -> new ArrayList<>())
                    .add(i);
        }
        List<Integer> telling = new ArrayList<>();
        if (node.collectionType().kind() == TypeKind.MAP) {
            telling.add(node.elementStart());
        }
        if (node.ordinality()) {
            telling.add(node.schema().size() - 1);
        }
        Set<ColumnSet> keys = new HashSet<>();
        for (ColumnSet key : moved(node.input().traits().uniqueKeys(), positions)) {
            telling.forEach(column -> keys.add(key.union(ColumnSet.of(column))));
        }
        return keys;
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

    /**
     * A join's: a side's keys as long as each of its rows meets at most one row of the other side, and is not padded with NULLs in between; else what tells both
     * rows of a pair.
     */
    static Set<ColumnSet> ofJoin(
            PlanNode left, PlanNode right, JoinType type, List<Integer> leftKeys, List<Integer> rightKeys) {
        Set<ColumnSet> lefts = left.traits().uniqueKeys();
        if (type.leftOnly()) {
            return lefts;
        }
        Set<ColumnSet> rights =
                shifted(right.traits().uniqueKeys(), left.schema().size());
        Set<ColumnSet> keys = new HashSet<>();
        boolean leftMeetsOne = right.traits().isUnique(columns(rightKeys));
        boolean rightMeetsOne = left.traits().isUnique(columns(leftKeys));
        if (leftMeetsOne && !type.padsRight()) {
            keys.addAll(lefts);
        }
        if (rightMeetsOne && !type.padsLeft()) {
            keys.addAll(rights);
        }
        if (type != JoinType.FULL) {
            for (ColumnSet one : lefts) {
                rights.forEach(other -> keys.add(one.union(other)));
            }
        }
        return smallest(keys);
    }

    /** A lookup's: the input's where each of its rows has one match at most; else with a key of the table. */
    static Set<ColumnSet> ofLookupJoin(LookupJoin node) {
        Set<ColumnSet> keys = node.input().traits().uniqueKeys();
        if (node.matchesOne()) {
            return keys;
        }
        Set<ColumnSet> ofTable = shifted(
                ofScan(node.table(), node.columns()), node.input().schema().size());
        Set<ColumnSet> both = new HashSet<>();
        for (ColumnSet one : keys) {
            ofTable.forEach(other -> both.add(one.union(other)));
        }
        return both;
    }

    /**
     * A ranking's: the input's, and where rows have numbers of their own, the partition with the number; the partition alone when one number is kept.
     *
     * @param rank the column of the number, or -1
     */
    static Set<ColumnSet> ofTopN(
            PlanNode input, List<Integer> partition, RankFunction function, boolean keepsOne, int rank) {
        Set<ColumnSet> keys = new HashSet<>(input.traits().uniqueKeys());
        if (function == RankFunction.ROW_NUMBER) {
            ColumnSet within = columns(partition);
            if (keepsOne) {
                keys.add(within);
            } else if (rank >= 0) {
                keys.add(within.union(ColumnSet.of(rank)));
            }
        }
        return smallest(keys);
    }

    /** A set operation's: no row is there more often than on the left, and in an INTERSECT not more often than on the right. */
    static Set<ColumnSet> ofSetOperation(PlanNode left, PlanNode right, boolean except, boolean all) {
        Set<ColumnSet> keys = new HashSet<>(left.traits().uniqueKeys());
        if (!except) {
            keys.addAll(right.traits().uniqueKeys());
        }
        if (!all) {
            keys.add(ColumnSet.of(IntStream.range(0, left.schema().size()).toArray()));
        }
        return smallest(keys);
    }

    private static ColumnSet columns(List<Integer> columns) {
        return ColumnSet.of(columns.stream().mapToInt(Integer::intValue).toArray());
    }

    private static Set<ColumnSet> shifted(Set<ColumnSet> keys, int offset) {
        return keys.stream()
                .map(key -> ColumnSet.of(Arrays.stream(key.toArray())
                        .map(column -> column + offset)
                        .toArray()))
                .collect(Collectors.toSet());
    }

    /** Those that do not contain another. */
    private static Set<ColumnSet> smallest(Set<ColumnSet> keys) {
        return keys.stream()
                .filter(key -> keys.stream().noneMatch(other -> !other.equals(key) && key.containsAll(other)))
                .collect(Collectors.toSet());
    }

    /**
     * That of rows in their windows: the input's keys, with the window where a row may be in several.
     *
     * @param end the column of a window's end
     */
    static Set<ColumnSet> ofWindows(PlanNode input, boolean oneEach, int end) {
        Set<ColumnSet> keys = input.traits().uniqueKeys();
        return oneEach
                ? keys
                : keys.stream().map(key -> key.union(ColumnSet.of(end))).collect(Collectors.toSet());
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
