// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.Filter;
import dev.rowtide.core.plan.GroupAggregate;
import dev.rowtide.core.plan.JoinType;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.RankFunction;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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


                                        project.expressions().get(column)))
                                .filter(column -> column >= 0)
                                .map(column -> InjectiveCasts.column(
                                .toArray()));
                            || (b != null && b.value() == null && !isNullable(one, column));
                        .map(column -> column + offset)
                        .toArray()))
                        ColumnSet.of(Arrays.stream(columns.toArray())
                        project.input(),
                        return a.type().storage() != Storage.DOUBLE && !Objects.deepEquals(a.value(), b.value());
                    .min(Comparator.comparingInt(ColumnSet::size).thenComparing(ColumnSet::toString))
                    .orElseThrow());
                    : expression.type().nullable();
                    ? project.input().schema().type(ref.index()).nullable()
                    Literal a = constant(one, column);
                    Literal b = constant(other, column);
                    if (a != null && b != null) {
                    return (a != null && a.value() == null && !isNullable(other, column))
                    return Set.of();
                    }
                && areDistinct(
                .collect(Collectors.toSet());
                .filter(column -> {
                .filter(key -> keys.stream().noneMatch(other -> !other.equals(key) && key.containsAll(other)))
                .map(key -> ColumnSet.of(Arrays.stream(key.toArray())
                .toArray());
                : null;
                ? literal
                ColumnSet telling = tellingApart(inputs.get(i), inputs.get(j));
                boolean told = IntStream.of(telling.toArray()).anyMatch(key::contains);
                if (telling.size() == 0) {
                key = told ? key : key.union(ColumnSet.of(telling.toArray()[0]));
                keys.add(within);
                keys.add(within.union(ColumnSet.of(rank)));
                return Set.of();
                rights.forEach(other -> keys.add(one.union(other)));
                shifted(right.traits().uniqueKeys(), left.schema().size());
                }
                })
            ColumnSet within = columns(partition);
            Expression expression = project.expressions().get(column);
            PlanNode input, List<Integer> partition, RankFunction function, boolean keepsOne, int rank) {
            PlanNode left, PlanNode right, JoinType type, List<Integer> leftKeys, List<Integer> rightKeys) {
            Set<ColumnSet> keys = input.traits().uniqueKeys();
            for (ColumnSet one : lefts) {
            for (int j = i + 1; j < inputs.size(); j++) {
            if (keepsOne) {
            if (keys.isEmpty()) {
            key = key.union(keys.stream()
            keys.add(ColumnSet.of(IntStream.range(0, left.schema().size()).toArray()));
            keys.addAll(lefts);
            keys.addAll(right.traits().uniqueKeys());
            keys.addAll(rights);
            return IntStream.range(0, grouping.keys().size()).allMatch(columns::contains);
            return areDistinct(filter.input(), columns);
            return expression instanceof InputRef ref
            return lefts;
            }
            } else if (rank >= 0) {
        ColumnSet key = ColumnSet.of();
        Set<ColumnSet> keys = new HashSet<>();
        Set<ColumnSet> keys = new HashSet<>(input.traits().uniqueKeys());
        Set<ColumnSet> keys = new HashSet<>(left.traits().uniqueKeys());
        Set<ColumnSet> lefts = left.traits().uniqueKeys();
        Set<ColumnSet> rights =
        boolean leftMeetsOne = right.traits().isUnique(columns(rightKeys));
        boolean rightMeetsOne = left.traits().isUnique(columns(leftKeys));
        for (PlanNode input : inputs) {
        for (int i = 0; i < inputs.size(); i++) {
        if (!all) {
        if (!except) {
        if (function == RankFunction.ROW_NUMBER) {
        if (leftMeetsOne && !type.padsRight()) {
        if (node instanceof Filter filter) {
        if (node instanceof GroupAggregate grouping) {
        if (node instanceof Project project) {
        if (rightMeetsOne && !type.padsLeft()) {
        if (type != JoinType.FULL) {
        if (type.leftOnly()) {
        return ColumnSet.of(IntStream.range(0, one.schema().size())
        return ColumnSet.of(columns.stream().mapToInt(Integer::intValue).toArray());
        return Set.of(key);
        return keys.stream()
        return node instanceof Project project
        return node instanceof Project project && project.expressions().get(column) instanceof Literal literal
        return node.schema().type(column).nullable();
        return smallest(keys);
        }
     *
     * @param rank the column of the number, or -1
     * A join's: a side's keys as long as each of its rows meets at most one row of the other side, and is not padded with NULLs in between; else what tells both
     * A ranking's: the input's, and where rows have numbers of their own, the partition with the number; the partition alone when one number is kept.
     * A union's: where constants tell the inputs from one another, as with grouping sets, those columns and a key of each input.
     * rows of a pair.
     */
    /**
    /** A set operation's: no row is there more often than on the left, and in an INTERSECT not more often than on the right. */
    /** The columns that differ in any row of the one from any row of the other. */
    /** Those that do not contain another. */
    /** Whether a column may be NULL, whatever type it was given to match those of other inputs. */
    /** Whether no two rows of a node's result agree in {@code columns}, by a grouping below and not only by what a table is declared to be. */
    private static @Nullable Literal constant(PlanNode node, int column) {
    private static ColumnSet columns(List<Integer> columns) {
    private static ColumnSet tellingApart(PlanNode one, PlanNode other) {
    private static Set<ColumnSet> shifted(Set<ColumnSet> keys, int offset) {
    private static Set<ColumnSet> smallest(Set<ColumnSet> keys) {
    private static boolean isNullable(PlanNode node, int column) {
    static Set<ColumnSet> ofJoin(
    static Set<ColumnSet> ofSetOperation(PlanNode left, PlanNode right, boolean except, boolean all) {
    static Set<ColumnSet> ofTopN(
    static Set<ColumnSet> ofUnionAll(List<PlanNode> inputs) {
    static boolean areDistinct(PlanNode node, ColumnSet columns) {
    }
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
