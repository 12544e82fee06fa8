// SPDX-License-Identifier: Apache-2.0
package dev.rowtide.sql.translate;

import dev.rowtide.core.expression.Expression;
import dev.rowtide.core.expression.InputRef;
import dev.rowtide.core.expression.Literal;
import dev.rowtide.core.plan.ColumnSet;
import dev.rowtide.core.plan.PlanNode;
import dev.rowtide.core.plan.Project;
import dev.rowtide.core.plan.Table;
import dev.rowtide.core.type.Storage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The sets of columns in which no two rows of a node's result agree; the smallest ones. */
final class UniqueKeys {

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
        int[] positions = new int[input.schema().size()];
        java.util.Arrays.fill(positions, -1);
        for (int i = expressions.size() - 1; i >= 0; i--) {
            if (expressions.get(i) instanceof InputRef ref) {
                positions[ref.index()] = i;
            }
        }
        return moved(input.traits().uniqueKeys(), positions);
    }

    /** A grouping's: the group, or what is unique within it already. Without keys there is at most one row. */
    static Set<ColumnSet> ofAggregate(PlanNode input, List<Integer> keys) {
        int[] positions = new int[input.schema().size()];
        java.util.Arrays.fill(positions, -1);
        int[] all = new int[keys.size()];
        for (int i = keys.size() - 1; i >= 0; i--) {
            positions[keys.get(i)] = i;
            all[i] = i;
        }
        Set<ColumnSet> within = moved(input.traits().uniqueKeys(), positions);
        return within.isEmpty() ? Set.of(ColumnSet.of(all)) : within;
    }

    /**
     * A union's: where constants tell the inputs from one another, as with grouping sets, those columns and a key of each input.
     */
    static Set<ColumnSet> ofUnionAll(List<PlanNode> inputs) {
        ColumnSet key = ColumnSet.of();
        for (PlanNode input : inputs) {
            Set<ColumnSet> keys = input.traits().uniqueKeys();
            if (keys.isEmpty()) {
                return Set.of();
            }
            key = key.union(keys.stream()
                    .min(Comparator.comparingInt(ColumnSet::size).thenComparing(ColumnSet::toString))
                    .orElseThrow());
        }
        for (int i = 0; i < inputs.size(); i++) {
            for (int j = i + 1; j < inputs.size(); j++) {
                ColumnSet telling = tellingApart(inputs.get(i), inputs.get(j));
                if (telling.size() == 0) {
                    return Set.of();
                }
                boolean told = IntStream.of(telling.toArray()).anyMatch(key::contains);
                key = told ? key : key.union(ColumnSet.of(telling.toArray()[0]));
            }
        }
        return Set.of(key);
    }

    /** The columns that differ in any row of the one from any row of the other. */
    private static ColumnSet tellingApart(PlanNode one, PlanNode other) {
        return ColumnSet.of(IntStream.range(0, one.schema().size())
                .filter(column -> {
                    Literal a = constant(one, column);
                    Literal b = constant(other, column);
                    if (a != null && b != null) {
                        return a.type().storage() != Storage.DOUBLE && !Objects.deepEquals(a.value(), b.value());
                    }
                    return (a != null && a.value() == null && !isNullable(other, column))
                            || (b != null && b.value() == null && !isNullable(one, column));
                })
                .toArray());
    }

    private static @Nullable Literal constant(PlanNode node, int column) {
        return node instanceof Project project && project.expressions().get(column) instanceof Literal literal
                ? literal
                : null;
    }

    /** Whether a column may be NULL, whatever type it was given to match those of other inputs. */
    private static boolean isNullable(PlanNode node, int column) {
        if (node instanceof Project project) {
            Expression expression = project.expressions().get(column);
            return expression instanceof InputRef ref
                    ? project.input().schema().type(ref.index()).nullable()
                    : expression.type().nullable();
        }
        return node.schema().type(column).nullable();
    }

    /** The keys all of whose columns have a position behind a node that moves columns; -1 is none. */
    private static Set<ColumnSet> moved(Set<ColumnSet> keys, int[] positions) {
        Set<ColumnSet> moved = new HashSet<>();
        for (ColumnSet key : keys) {
            List<Integer> columns = new ArrayList<>();
            for (int column : key.toArray()) {
                columns.add(positions[column]);
            }
            if (!columns.contains(-1)) {
                moved.add(ColumnSet.of(
                        columns.stream().mapToInt(Integer::intValue).toArray()));
            }
        }
        return moved;
    }
}
